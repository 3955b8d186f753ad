import * as z from "zod";
import type { Texts } from "../arguments";
import { readArguments } from "../arguments";
import type { Capabilities } from "../biterp/capabilities";
import type { BitErp, Permission, TenantAccess } from "../biterp/port";
import { Failure } from "../errors";
import { digestOf } from "../multi-item/digest";
import type { LedgerItem, ReadItem, Resolution } from "../multi-item/item";
import type { Execute } from "../multi-item/operation";
import { actionable, plan, type RepeatPolicy } from "../multi-item/plan";
import type { Names } from "../multi-item/reading/names";
import type { Answered } from "../session/client";
import { tenantOf, tenantRef } from "../tenancy/tenant";
import type { ToolContext } from "./context";
import type { Effect, Hints, ToolAnswer, ToolDeclaration } from "./declaration";
import { draftOf } from "./draft";
import { idempotencyKey, itemsOf, tenantId } from "./inputs";
import { setOutput } from "./output";
import { missingPermission } from "./permission";
import { presentOperation, presentSet, requireRoom, viewOf } from "./present-operation";
import { fullQuestion } from "./question";
import { type ItemReader, readAll } from "./read-items";
import { tenantQuestion } from "./tenancy";
import { endsAs, type StillThere, seenTwin, type Twin, twinNote, twinOf } from "./twins";
import type { OperationWording } from "./wording";

/** What one kind of item is, and what is done with it: all that the engine does not know by itself. */
export interface ItemKind<S extends z.ZodType, N extends Names = Names> extends ItemReader<S, N> {
  resolve(names: N, item: z.output<S>): Promise<Resolution>;
  repeats: RepeatPolicy;
}

/** A tool that writes many items in one call. */
export interface MultiItemTool<S extends z.ZodType, N extends Names> extends ItemKind<S, N> {
  name: string;
  title: Texts;
  description: Texts;
  permission: Permission;
  /** Offered only where bitERP can do this. */
  needs?: keyof Capabilities;
  withoutRestore?: NonNullable<ToolDeclaration["withoutRestore"]>;
  effect: Effect;
  hints: Hints;
  /** Whether the server asks the person before anything is sent (on `assistant` connections). */
  asks: boolean;
  /** Of the parameter `items`. */
  itemsText: Texts;
  /** One item as it is published; default: as it is read. */
  published?: z.ZodType;
  execute: Execute<BitErp>;
  /** Set where the same words, repeated without a key, mean the same creation. */
  stillThere?: StillThere;
  wording: OperationWording;
}

/** Declares a tool of many items: resolve all, ask once, execute each, answer for every one. */
export function multiItemTool<S extends z.ZodType, N extends Names>(
  tool: MultiItemTool<S, N>,
): ToolDeclaration {
  const input = z.object({
    tenant_id: tenantId(),
    items: itemsOf(tool.published ?? tool.item, tool.itemsText),
    idempotency_key: idempotencyKey(),
  });
  return {
    ...tool,
    input,
    output: setOutput(),
    many: {
      asks: tool.asks,
      references: tool.references === true,
      plan: async (raw, tenant, context) => {
        const names = tool.namesIn(context.erp, tenant.tenant_id);
        const { read } = await readAll(tool, raw, names);
        return { read, items: await planIn(tool, tenant, tool.permission, read, names, context) };
      },
    },
    run: async (raw, context) => {
      const args = readArguments(input, raw);
      const tenant = await tenantOf(tenantQuestion(context, args.tenant_id, "write"));
      const names = tool.namesIn(context.erp, tenant.tenant_id);
      const { read, asked } = await readAll(tool, args.items, names);
      const digest = await digestOf({ tool: tool.name, tenant_id: tenant.tenant_id, items: asked });
      const call = { key: args.idempotency_key, digest, tenantId: tenant.tenant_id };
      const earlier = () => earlierWith(call.key, digest, context);
      // An answer that left the question open shows it; asking again at once would never let a person put it away.
      const answered = await takeAnswer(tool.name, digest, context);
      if (answered) return shown(answered, tool, context);
      const known = await earlier();
      if (known) return askOrShow(known, digest, tool, context);
      const noteOf = (items: readonly LedgerItem[], replayed: boolean) =>
        twinNote({ items, replayed }, call.key, context);
      const again = ({ answered }: Twin) => shown(answered, tool, context, noteOf([], true));
      const twin = await twinOf(tool, call, context);
      if (twin?.whole) return again(twin);

      const items = await planIn(tool, tenant, tool.permission, read, names, context, twin?.known);
      if (actionable(items).length === 0) {
        // The same call, sent twice, may have done it meanwhile, and thereby taken the very SKUs that this one asks for.
        const meanwhile = await earlier();
        if (meanwhile) return shown(meanwhile, tool, context);
        const last = await twinOf(tool, call, context);
        if (last && (last.whole || endsAs(last, items))) return again(last);
        return presentSet(items, tenantRef(tenant), context.caller.language, noteOf(items, false));
      }
      requireRoom(items, tool, tenantRef(tenant), context.caller.language);
      const seen = seenTwin(tool, call.key, twin);
      const facts = {
        tool,
        tenant: tenantRef(tenant),
        asks: tool.asks,
        digest,
        key: call.key,
        twin: seen,
        items,
      };
      const prepared = await context.session.prepare(draftOf(facts, context), context.progress);
      const note = noteOf(prepared.operation.items, prepared.replayed);
      return askOrShow(prepared, digest, tool, context, note);
    },
  };
}

/**
 * Resolves every item in one company; without the permission each is left out with that reason.
 * @param names what reading the items has found out already
 * @param known what is known of an item by an earlier call, at the item's place
 */
export async function planIn<S extends z.ZodType, N extends Names>(
  kind: ItemKind<S, N>,
  tenant: TenantAccess,
  permission: Permission,
  read: ReadItem<z.output<S>>[],
  names: N,
  context: ToolContext,
  known: readonly (Resolution | undefined)[] = [],
): Promise<LedgerItem[]> {
  const missing = missingPermission(tenant, permission, context.caller.scopes);
  const resolve = async (item: z.output<S>, index: number): Promise<Resolution> => {
    if (missing) return { kind: "left_out", label: kind.labelOf(item), failure: missing.record };
    return known[index] ?? kind.resolve(names, item);
  };
  return plan(read, resolve, kind.labelOf, kind.repeats);
}

/** What an earlier call with the same key came to. */
export async function earlierWith(
  key: string | undefined,
  digest: string,
  context: ToolContext,
): Promise<Answered | undefined> {
  return key === undefined ? undefined : context.session.replay(key, digest);
}

/** Carries out what the person answered to a question asked inside the call. */
async function takeAnswer(tool: string, digest: string, context: ToolContext): Promise<Answered | undefined> {
  const answer = await context.asking?.answer();
  if (!answer) return undefined;
  if (answer.tool !== tool || answer.digest !== digest) {
    throw Failure.of("invalid_argument", "operation.wrong_answer", {});
  }
  if (answer.action === "confirmed")
    return context.session.execute(answer.operationId, context.caller.connectionId, context.progress);
  if (answer.action === "declined") return context.session.cancel(answer.operationId);
  return context.session.get(answer.operationId);
}

function askOrShow(
  prepared: Answered,
  digest: string,
  tool: { name: string },
  context: ToolContext,
  note?: string,
): ToolAnswer {
  const { operation } = prepared;
  const open = operation.status === "AWAITING_CONFIRMATION" && operation.mode !== "browser";
  if (!open || !context.asking) return shown(prepared, tool, context, note);
  const message = fullQuestion(operation, context.wordingOf(tool.name), context.caller.language);
  return { kind: "ask", operationId: operation.operation_id, digest, message };
}

function shown(answered: Answered, tool: { name: string }, context: ToolContext, note?: string): ToolAnswer {
  return presentOperation(answered, context.wordingOf(tool.name), { ...viewOf(context), note });
}
