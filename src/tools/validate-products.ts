import * as z from "zod";
import { choice, described, limits, readArguments, text } from "../arguments";
import { isRecord, type Json, type JsonObject } from "../json";
import type { LedgerItem, ReadItem } from "../multi-item/item";
import { original } from "../multi-item/outcome";
import { checkedShape } from "../products/fields";
import { tenantOf, tenantRef } from "../tenancy/tenant";
import { hints, result, type ToolDeclaration } from "../tool/declaration";
import { itemsOf, referenceShape, tenantId } from "../tool/inputs";
import { anyObject, tenantOutput } from "../tool/output";
import { resultEntry } from "../tool/present-items";
import { requireRoom } from "../tool/present-operation";
import { fullQuestion } from "../tool/question";
import { tenantQuestion } from "../tool/tenancy";
import { guessTarget, namesWithoutRestore, targetNames, targets } from "./validation-targets";

const targetTool = <const T extends readonly [string, ...string[]]>(names: T) =>
  described(choice(names).optional(), {
    en: "The tool to check for; guessed from the items if left out.",
    "pt-BR": "A ferramenta a verificar; deduzida dos itens se omitida.",
  });

const input = z.object({
  tenant_id: tenantId(),
  target_tool: targetTool(targetNames),
  items: described(
    itemsOf(z.object({ ...referenceShape(), ...checkedShape() }), { en: "", "pt-BR": "" }).optional(),
    {
      en: "Items as target_tool takes them.",
      "pt-BR": "Itens como a target_tool os recebe.",
    },
  ),
  subject: described(text(limits.description).optional(), {
    en: "In place of items: one text naming several products.",
    "pt-BR": "No lugar de items: um texto que cita vários produtos.",
  }),
});

/** What a tool of many items would do, without doing it. */
export const validateProducts: ToolDeclaration = {
  name: "validate_products",
  title: { en: "Check a set of products first", "pt-BR": "Verificar um conjunto de produtos" },
  description: {
    en: "Resolves the items of a tool of many items and says which could be done and why others not. Changes nothing.",
    "pt-BR":
      "Resolve os itens de uma ferramenta de vários itens e diz quais podem ser feitos e por que outros não. Nada muda.",
  },
  permission: "products:read",
  effect: "read",
  hints: hints(true, false, true),
  input,
  withoutRestore: { input: input.extend({ target_tool: targetTool(namesWithoutRestore) }) },
  output: z.object({
    eligible: z.boolean(),
    status: z.string(),
    reason: z.string().optional(),
    tenant: tenantOutput(),
    issues: z.array(anyObject()).optional(),
    transaction_decision: anyObject(),
  }),
  run: async (raw, context) => {
    const args = readArguments(input, raw);
    const target = targets[args.target_tool ?? guessTarget(args.items)];
    const tenant = await tenantOf(
      tenantQuestion(context, args.tenant_id, target.effect === "read" ? "read" : "write"),
    );
    const { read, items } = await target.many.plan(args.items, tenant, context);
    const { language } = context.caller;
    const wording = context.wordingOf(target.name);
    // What the tool itself would refuse as too much is no set that could be done.
    if (target.effect !== "read") requireRoom(items, { ...target, wording }, tenantRef(tenant), language);
    const failed = items.filter((item) => !isEligible(item, items));
    const eligible = failed.length < items.length;
    return result({
      eligible,
      status: !eligible ? "INELIGIBLE" : failed.length > 0 ? "PARTIALLY_ELIGIBLE" : "ELIGIBLE",
      ...(!eligible && { reason: commonReason(failed) }),
      tenant: { ...tenantRef(tenant) },
      // Beside the arguments, which have to stay such that the target tool takes them as they are.
      ...(failed.length > 0 && { issues: failed.map((item) => resultEntry(item, items, language, false)) }),
      transaction_decision: {
        target_tool: target.name,
        resolved_arguments: {
          tenant_id: tenant.tenant_id,
          items: items.map((item) => resolvedItem(item, items, read[item.index])),
        },
        confirmation_message: fullQuestion({ items, tenant }, wording, language),
      },
    });
  },
};

const isEligible = (item: LedgerItem, items: readonly LedgerItem[]): boolean => {
  const { state } = original(item, items);
  return state === "actionable" || state === "done";
};

/** Why nothing can be done: the reason that all share, or the first one's. */
function commonReason(failed: readonly LedgerItem[]): string {
  return failed[0]?.failure?.code ?? "invalid_argument";
}

/** An item as the target tool takes it, with what was found out about it. */
function resolvedItem(
  item: LedgerItem,
  items: readonly LedgerItem[],
  read: ReadItem<unknown> | undefined,
): JsonObject {
  const given = read?.ok && isRecord(read.value) ? (read.value as JsonObject) : (item.label as JsonObject);
  const { eligible: _, reason: __, ...rest } = JSON.parse(JSON.stringify(given)) as { [key: string]: Json };
  const { typed, id } = item.label;
  const eligible = isEligible(item, items);
  return {
    ...rest,
    ...(typed !== undefined && rest.name === undefined && { name: typed }),
    ...(id !== undefined && { id }),
    eligible,
    ...(!eligible && item.failure && { reason: item.failure.code }),
  };
}
