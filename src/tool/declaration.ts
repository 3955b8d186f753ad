import type * as z from "zod";
import type { Texts } from "../arguments";
import type { Capabilities } from "../biterp/capabilities";
import type { BitErp, Permission, TenantAccess } from "../biterp/port";
import type { JsonObject } from "../json";
import type { LedgerItem, ReadItem } from "../multi-item/item";
import type { Execute } from "../multi-item/operation";
import type { ToolContext } from "./context";
import type { OperationWording } from "./wording";

/** What a tool does, as hosts and agent frameworks want to know it. */
export type Effect = "read" | "session" | "create" | "update" | "delete" | "restore" | "operation";

/** The four hints of the protocol, always all four. */
export interface Hints {
  readOnlyHint: boolean;
  destructiveHint: boolean;
  idempotentHint: boolean;
  openWorldHint: boolean;
}

/** What a call came to: a result, or a question to ask inside the call. */
export type ToolAnswer =
  | { kind: "result"; structured: JsonObject; isError?: boolean }
  | { kind: "ask"; operationId: string; digest: string; message: string };

/** What is particular to a tool of many items. */
export interface ManyItems {
  /** Whether the server asks the person first. */
  asks: boolean;
  /** Whether items refer to existing things, so that plain text is understood. */
  references: boolean;
  /** Reads and resolves items without any side effect, as the tool itself would. */
  plan(
    raw: unknown,
    tenant: TenantAccess,
    context: ToolContext,
  ): Promise<{ read: readonly ReadItem<unknown>[]; items: LedgerItem[] }>;
}

/** One tool: the only source for what clients see and what is done. */
export interface ToolDeclaration {
  name: string;
  title: Texts;
  description: Texts;
  /** The OAuth scope and bitERP permission it needs; absent: any signed-in person. */
  permission?: Permission;
  /** Listed when any of these is granted; for tools that act on other tools' operations. */
  listedWith?: readonly Permission[];
  /** Offered only where bitERP can do this. */
  needs?: keyof Capabilities;
  /** What is said instead where bitERP cannot undo a deletion. */
  withoutRestore?: { description?: Texts; wording?: OperationWording; input?: z.ZodObject };
  effect: Effect;
  hints: Hints;
  input: z.ZodObject;
  output: z.ZodObject;
  /** Set for tools of many items. */
  many?: ManyItems;
  /** How a stored item of this tool is executed. */
  execute?: Execute<BitErp>;
  wording?: OperationWording;
  run(raw: unknown, context: ToolContext): Promise<ToolAnswer>;
}

/** Hints of the table in the tool contract. `openWorldHint` is false throughout: a tool reaches bitERP and nothing else. */
export function hints(readOnly: boolean, destructive: boolean, idempotent: boolean): Hints {
  return {
    readOnlyHint: readOnly,
    destructiveHint: destructive,
    idempotentHint: idempotent,
    openWorldHint: false,
  };
}

/** A plain result. */
export function result(structured: JsonObject): ToolAnswer {
  return { kind: "result", structured };
}
