import type * as z from "zod";
import { Failure } from "../../errors";
import type { Language } from "../../messages";
import type { Intent } from "../changed";
import { type Clock, realClock } from "../clock";
import { unknownOutcome } from "../perform";
import type { BitErp, Permission, Product, ProductPage, ProductQuery, ReadCall, WriteCall } from "../port";
import { brokenAnswer, type Subject } from "../problems";
import { type Caller, callTool, type ToolCall } from "./call";
import { mcpConnection } from "./connection";
import { guardedFetch } from "./guarded-fetch";
import { type ListedPage, lookUp } from "./look-up";
import { toProduct } from "./product";
import { pageShape, productShape, profileShape, tenantsShape } from "./shapes";
import { blank, change, deletedAt } from "./writes";

/** For whom and how bitERP's own MCP server is asked. */
export interface McpBitErpOptions {
  /** Of its MCP endpoint. */
  url: string;
  fetch(request: Request): Promise<Response>;
  /** A bearer token for this person at bitERP; never the MCP token. @throws SignInRefused */
  tokenFor(refused?: string): Promise<string>;
  language: Language;
  requestId: string;
  /** For one attempt; default 10,000. */
  timeoutMs?: number;
  clock?: Clock;
  /** Waits for this company's turn where the rate of requests is limited. */
  turn?: ((tenantId: string) => Promise<void>) | undefined;
}

/** bitERP through its own MCP server, for one person and one request. What it cannot do: `capabilitiesOf.mcp`. */
export function createMcpBitErp(options: McpBitErpOptions): BitErp & { close(): Promise<void> } {
  const { timeoutMs = 10_000, clock = realClock, language, requestId, turn } = options;
  let token = "";
  let bad: string | undefined;
  const connection = mcpConnection({
    url: options.url,
    timeoutMs,
    fetch: guardedFetch({
      fetch: (request) => options.fetch(request),
      token: () => token,
      language,
      requestId,
      // A little longer than the call itself waits: it is the call that ends first, and this that clears away.
      timeoutMs: timeoutMs * 1.2,
      now: () => clock.now(),
    }),
  });
  const caller: Caller = {
    connection,
    timeoutMs,
    clock,
    turn,
    renewToken: async (refused) => {
      bad = refused ?? bad;
      const given = await options.tokenFor(refused);
      // A call beside this one may still have been given what has just been refused.
      if (given !== bad || token === "") token = given;
    },
  };

  /** @returns undefined where the answer cannot be understood */
  async function ask<T extends z.ZodType>(shape: T, call: ToolCall): Promise<z.output<T> | undefined> {
    const args = Object.fromEntries(Object.entries(call.args).filter(([, value]) => value !== undefined));
    const read = shape.safeParse(await callTool(caller, { ...call, args }));
    return read.success ? read.data : undefined;
  }

  const read = async <T extends z.ZodType>(
    shape: T,
    tool: string,
    args: ToolCall["args"],
    subject: Subject,
    { signal }: ReadCall = {},
  ): Promise<z.output<T>> => {
    const tenantId = typeof args.tenant_id === "string" ? args.tenant_id : undefined;
    const value = await ask(shape, { tool, args, subject, tenantId, signal, isWrite: false });
    if (value === undefined) throw brokenAnswer();
    return value;
  };

  async function write(
    tool: string,
    tenantId: string,
    args: ToolCall["args"],
    subject: Subject,
    { signal }: WriteCall = {},
  ): Promise<Product | undefined> {
    const all = { tenant_id: tenantId, ...args };
    const value = await ask(productShape, { tool, args: all, subject, tenantId, signal, isWrite: true });
    return value && toProduct(value);
  }

  const product = async (tenantId: string, id: string, call?: ReadCall): Promise<Product> => {
    const subject = { id, permission: "products:read" as const };
    return toProduct(await read(productShape, "get_product", { tenant_id: tenantId, id }, subject, call));
  };

  async function listed(tenantId: string, args: object, call?: ReadCall): Promise<ListedPage> {
    const subject = { id: tenantId, permission: "products:read" as const };
    const page = await read(pageShape, "list_products", { tenant_id: tenantId, ...args }, subject, call);
    return {
      products: await Promise.all(page.rows.map(toProduct)),
      shortened: new Set(page.rows.flatMap((row) => (row.description_truncated ? [row.id] : []))),
      next_cursor: page.next_cursor,
    };
  }

  async function listProducts(tenantId: string, query: ProductQuery, call?: ReadCall): Promise<ProductPage> {
    // Deleted products are not shown by bitERP's tools.
    if (query.deleted === "only") return { data: [], has_next_page: false, total: 0 };
    if (query.name !== undefined || query.sku !== undefined) {
      return lookUp(
        query,
        (args) => listed(tenantId, args, call),
        (id) => product(tenantId, id, call),
      );
    }
    const { search, active_only, cursor, limit } = query;
    const { products, next_cursor } = await listed(tenantId, { search, active_only, cursor, limit }, call);
    const whole = next_cursor === undefined && cursor === undefined;
    return {
      data: products,
      has_next_page: next_cursor !== undefined,
      ...(next_cursor !== undefined && { next_cursor }),
      total: products.length,
      ...(!whole && { totalIsAtLeast: true }),
    };
  }

  const changed = (
    intent: Intent,
    tenantId: string,
    id: string,
    permission: Permission,
    call?: WriteCall,
  ) => {
    const args = intent.kind === "update" ? { id, ...intent.changes } : { id };
    const tools = {
      read: () => product(tenantId, id, call),
      write: () => write(`${intent.kind}_product`, tenantId, args, { id, permission }, call),
    };
    return change(intent, tools, call?.ifMatch, () => new Date(clock.now()));
  };

  const own: Subject = { id: "", permission: null };
  return {
    me: (call) => read(profileShape, "get_user_data", {}, own, call),
    tenants: (call) => read(tenantsShape, "list_tenants", {}, own, call),
    listProducts,
    async getProduct(tenantId, id, { deleted } = {}, call) {
      try {
        return await product(tenantId, id, call);
      } catch (error) {
        // All that can be said of a deleted product is that it is one.
        const at = deletedAt(error);
        if (!deleted || !at) throw error;
        return { ...blank, id, name: id, deleted_at: at };
      }
    },
    async createProduct(tenantId, draft, call) {
      const subject: Subject = { id: tenantId, permission: "products:create", sku: draft.sku };
      const made = await write("create_product", tenantId, { ...draft }, subject, call);
      // A success that cannot be read is still a success, very likely.
      if (!made) throw unknownOutcome();
      return made;
    },
    updateProduct: (tenantId, id, changes, call) =>
      changed({ kind: "update", changes }, tenantId, id, "products:update", call),
    deleteProduct: async (tenantId, id, call) => {
      const gone = await changed({ kind: "delete" }, tenantId, id, "products:delete", call);
      return { ...gone, id };
    },
    restoreProduct: async () => {
      throw Failure.of("invalid_argument", "biterp.no_restore", {});
    },
    close: () => connection.close(),
  };
}
