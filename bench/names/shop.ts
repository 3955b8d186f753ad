import { Failure } from "../../src/errors";
import { isRecord } from "../../src/json";
import { permissions } from "../../src/permissions";
import type { ToolContext } from "../../src/tool/context";
import type { ToolAnswer } from "../../src/tool/declaration";
import { getProducts } from "../../src/tools/get-products";
import { validateProducts } from "../../src/tools/validate-products";
import { targets } from "../../src/tools/validation-targets";
import { type MemoryErp, memoryErp, product } from "./erp";
import { JOINT, sameKey } from "./same";

/** What became of one item. */
export interface Entry {
  /** The product that was applied. */
  applied: string | undefined;
  /** The code of the refusal. */
  error: string | undefined;
  /** The product that a refusal is about. */
  about: string | undefined;
  /** The products that were offered instead: candidates, suggestions, readings. */
  offered: readonly string[];
}

/** How a client hands a text over. */
export const channels = ["text", "list of one text", "list of one name", "validated"] as const;
export type Channel = (typeof channels)[number];

/** A company with a catalogue, and the tools in front of it. */
export interface Shop {
  names: readonly string[];
  idOf(name: string): string;
  nameOf(id: string): string;
  /** Whether the product is there, not deleted. */
  isLive(id: string): boolean;
  /** The products that a text means when it is read as one name. */
  meant(text: string): readonly string[];
  /** The items of a call as the tools answer for them. */
  ask(items: unknown, how?: "looked up" | "validated"): Promise<readonly Entry[]>;
  /** The same for a text in one of the forms that clients use. */
  say(text: string, channel: Channel): Promise<readonly Entry[]>;
  /** By how many requests a call went beyond what it may ask, at worst; 0 when none did. */
  overspent(): number;
}

/**
 * @param names the products that are there
 * @param deleted products that were deleted
 * @param folding how bitERP folds; left out: as the bundled one does
 */
export function shopOf(
  names: readonly string[],
  deleted: readonly string[] = [],
  folding?: (text: string) => string,
): Shop {
  const products = [
    ...names.map((name, at) => product(String(at + 1), name)),
    ...deleted.map((name, at) => product(`d${at + 1}`, name, true)),
  ];
  const erp = memoryErp(products, folding);
  const context = contextOf(erp);
  const ids = new Map(products.map(({ name, id }) => [name, id]));
  const nameById = new Map(products.map(({ name, id }) => [id, name]));
  const gone = new Set(products.filter((one) => one.deleted_at !== undefined).map(({ id }) => id));
  const byKey = new Map<string, string[]>();
  for (const { name, id } of products) {
    const key = sameKey(name);
    const known = byKey.get(key);
    if (known) known.push(id);
    else byKey.set(key, [id]);
  }
  const asked = async (run: () => Promise<ToolAnswer>): Promise<Record<string, unknown>> => {
    erp.requests = 0;
    const answer = await run();
    if (answer.kind !== "result") throw new Error("a read asked a question");
    return answer.structured;
  };
  let worst = 0;
  const ask: Shop["ask"] = async (items, how) => {
    const entries = await answers(items, how);
    const most = 2 * Math.max(entries.length, partsOf(items)) + 10;
    worst = Math.max(worst, erp.requests - most);
    return entries;
  };
  const answers: Shop["ask"] = async (items, how = "looked up") => {
    try {
      if (how === "looked up") {
        const { results } = await asked(() => getProducts.run({ items }, context));
        return listOf(results).map(entryOf);
      }
      const found = await asked(() => validateProducts.run({ items }, context));
      return validated(found);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      return [{ applied: undefined, error: error.code, about: undefined, offered: [] }];
    }
  };
  return {
    names,
    idOf: (name) => ids.get(name) ?? "",
    nameOf: (id) => nameById.get(id) ?? id,
    isLive: (id) => !gone.has(id),
    meant: (text) => byKey.get(sameKey(text)) ?? [],
    ask,
    say: (text, channel) => {
      if (channel === "text") return ask(text);
      if (channel === "validated") return ask(text, "validated");
      return ask([channel === "list of one text" ? text : { name: text }]);
    },
    overspent: () => worst,
  };
}

/** The least that a read needs; whatever else is touched is a fault of the bench. */
function contextOf(erp: MemoryErp): ToolContext {
  const never = () => {
    throw new Error("a read needs no session");
  };
  const session = new Proxy({} as ToolContext["session"], { get: () => never });
  const evidence = new Proxy({} as ToolContext["evidence"], { get: () => never });
  return {
    caller: {
      userId: "u",
      clientId: "c",
      connectionId: "k",
      scopes: [...permissions],
      pinned: undefined,
      language: "pt-BR",
      timezone: "America/Sao_Paulo",
    },
    requestId: "r",
    traceparent: undefined,
    erp,
    rights: { tenants: () => erp.tenants() },
    session,
    otherSession: () => session,
    evidence,
    asking: undefined,
    progress: undefined,
    approvalUrl: (id) => id,
    wordingOf: (tool) => targets[tool as keyof typeof targets].wording,
    permissionOf: () => "products:read",
  };
}

/** How many parts a text may have, each of which may have to be looked up. */
function partsOf(items: unknown): number {
  const text = Array.isArray(items) && items.length === 1 ? items[0] : items;
  if (typeof text !== "string") return 1;
  return text
    .split(/[\n\r]+/u)
    .map((line) => line.split(new RegExp(JOINT, "giu")).length)
    .reduce((sum, count) => sum + count, 0);
}

const listOf = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.filter(isRecord) : [];

function entryOf(entry: Record<string, unknown>): Entry {
  const { success, error } = entry;
  const id = typeof entry.id === "string" ? entry.id : undefined;
  return {
    applied: success === true ? id : undefined,
    error: typeof error === "string" ? error : undefined,
    about: success === true ? undefined : id,
    offered: offeredIn(entry),
  };
}

/** A validator's answer in the same form: what it would let the tool do. */
function validated(answer: Record<string, unknown>): Entry[] {
  const decision = isRecord(answer.transaction_decision) ? answer.transaction_decision : {};
  const { items } = isRecord(decision.resolved_arguments) ? decision.resolved_arguments : {};
  const issues = new Map(listOf(answer.issues).map((issue) => [issue.index, entryOf(issue)]));
  return listOf(items).map(({ id, eligible, reason }, index) => ({
    applied: eligible === true && typeof id === "string" ? id : undefined,
    error: typeof reason === "string" ? reason : undefined,
    about: issues.get(index)?.about,
    offered: issues.get(index)?.offered ?? [],
  }));
}

/** Every product that a refusal shows, however deep a reading holds it. */
function offeredIn({ candidates, suggestions, readings }: Record<string, unknown>): string[] {
  const found: string[] = [];
  const walk = (value: unknown) => {
    if (Array.isArray(value)) for (const one of value) walk(one);
    else if (isRecord(value)) {
      if (typeof value.id === "string") found.push(value.id);
      for (const inner of Object.values(value)) if (typeof inner === "object") walk(inner);
    }
  };
  walk([candidates, suggestions, readings]);
  return found;
}
