import type * as z from "zod";
import type { Texts } from "../arguments";
import { readArguments } from "../arguments";
import type { BitErp, Permission } from "../biterp/port";
import { Failure } from "../errors";
import type { JsonObject } from "../json";
import { digestOf } from "../multi-item/digest";
import type { LedgerItem, Resolution } from "../multi-item/item";
import { type Execute, isFinal } from "../multi-item/operation";
import { plan } from "../multi-item/plan";
import type { Answered } from "../session/client";
import { tenantOf, tenantRef } from "../tenancy/tenant";
import type { ToolContext } from "./context";
import { type Effect, type Hints, result, type ToolAnswer, type ToolDeclaration } from "./declaration";
import { draftOf } from "./draft";
import { earlierWith } from "./multi-item-tool";
import { singleWriteOutput } from "./output";
import { missingPermission } from "./permission";
import { presentOperation, viewOf } from "./present-operation";
import { tenantQuestion } from "./tenancy";
import { type StillThere, seenTwin, twinNote, twinOf } from "./twins";
import type { OperationWording } from "./wording";

/** A tool that writes one thing: an operation of one item, shown as that item. */
export interface SingleWriteTool<S extends z.ZodObject> {
  name: string;
  title: Texts;
  description: Texts;
  permission: Permission;
  withoutRestore?: NonNullable<ToolDeclaration["withoutRestore"]>;
  effect: Effect;
  hints: Hints;
  input: S;
  resolve(erp: BitErp, tenantId: string, args: z.output<S>): Promise<Resolution>;
  execute: Execute<BitErp>;
  /** Set where the same words, repeated without a key, mean the same creation. */
  stillThere?: StillThere;
  /** The result's own keys, beside the company. */
  present(item: LedgerItem): JsonObject;
  wording: OperationWording;
}

/** Declares a tool that writes one thing. It runs through the same ledger as the sets, so it is never done twice. */
export function singleWriteTool<S extends z.ZodObject>(tool: SingleWriteTool<S>): ToolDeclaration {
  return {
    ...tool,
    output: singleWriteOutput(),
    run: async (raw, context) => {
      const args = readArguments(tool.input, raw);
      const { tenant_id, idempotency_key, ...rest } = args as z.output<S> & {
        tenant_id?: string;
        idempotency_key?: string;
      };
      const tenant = await tenantOf(tenantQuestion(context, tenant_id, "write"));
      const missing = missingPermission(tenant, tool.permission, context.caller.scopes);
      if (missing) throw missing;
      const digest = await digestOf({ tool: tool.name, tenant_id: tenant.tenant_id, item: rest });
      const call = { key: idempotency_key, digest, tenantId: tenant.tenant_id };
      const present = (one: Answered) => presentOne(tool, one, call.key, context);
      const earlier = async () => {
        const keyed = await earlierWith(call.key, digest, context);
        const twin = keyed ? undefined : await twinOf(tool, call, context);
        return { twin, whole: keyed ?? (twin?.whole ? twin.answered : undefined) };
      };
      const { twin, whole } = await earlier();
      if (whole) return present(whole);
      const resolve = async () => twin?.known[0] ?? tool.resolve(context.erp, tenant.tenant_id, args);
      const items = await plan([{ ok: true, value: args }], resolve, () => ({}), "share");
      const [item] = items;
      if (item?.failure) {
        // The same call, sent twice, may have done it meanwhile, and thereby taken the very SKU that this one asks for.
        const meanwhile = await earlier();
        if (meanwhile.whole) return present(meanwhile.whole);
        throw Failure.from(item.failure);
      }
      if (item?.state === "done") return result({ tenant: { ...tenantRef(tenant) }, ...tool.present(item) });
      const seen = seenTwin(tool, call.key, twin);
      const facts = {
        tool,
        tenant: tenantRef(tenant),
        asks: false,
        digest,
        key: call.key,
        twin: seen,
        items,
      };
      return present(await context.session.prepare(draftOf(facts, context)));
    },
  };
}

function presentOne<S extends z.ZodObject>(
  tool: SingleWriteTool<S>,
  answered: Answered,
  key: string | undefined,
  context: ToolContext,
): ToolAnswer {
  const { operation, replayed: again } = answered;
  const [item] = operation.items;
  // Nothing was done in one that was dropped: only its state is there to tell.
  if (!item || !isFinal(operation.status) || (item.state !== "done" && !item.failure))
    return presentOperation(answered, context.wordingOf(tool.name), viewOf(context));
  if (item.failure) throw Failure.from(item.failure);
  const note = twinNote({ items: operation.items, replayed: again }, key, context);
  return result({
    tenant: { ...operation.tenant },
    ...tool.present(item),
    ...(again && { replayed: again }),
    ...(note !== undefined && { message: note }),
  });
}
