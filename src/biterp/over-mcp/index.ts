import type * as z from "zod";
import { Failure } from "../../errors";
import type { Language } from "../../messages";
import { type Clock, realClock } from "../clock";
import type {
  BitErp,
  Permission,
  Product,
  ProductChanges,
  ProductPage,
  ProductQuery,
  ReadCall,
  WriteCall,
} from "../port";
import { brokenAnswer, type Subject, unknownOutcome } from "../problems";
import { type Caller, callTool, type ToolCall } from "./call";
import { mcpConnection } from "./connection";
import { guardedFetch } from "./guarded-fetch";
import { type ListedPage, lookUp } from "./look-up";
import { toProduct } from "./product";
import {
  deletionShape,
  pageShape,
  productShape,
  profileShape,
  tenantsShape,
  type WireProduct,
} from "./shapes";
import { change, deletedAt, gone, type ProductTools } from "./writes";

type ToolRead = ReadCall & Pick<ToolCall, "readsProse">;

/** How many pages are read to know all products. */
const PAGES = 5;

/** For whom and how bitERP's own MCP server is asked. */
export interface McpBitErpOptions {
  /** Of its MCP endpoint. */
  url: string;
  fetch(request: Request): Promise<Response>;
  /** A bearer token for this person at bitERP; never the MCP token. @throws SignInRefused */
  tokenFor(refused?: string): Promise<string>;
  /** Stands for the id of a person to whom bitERP itself gives none; empty: not known yet. */
  userId: string;
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
    { signal, readsProse }: ToolRead = {},
  ): Promise<z.output<T>> => {
    const tenantId = typeof args.tenant_id === "string" ? args.tenant_id : undefined;
    const call = { tool, args, subject, tenantId, signal, readsProse, isWrite: false };
    const value = await ask(shape, call);
    if (value === undefined) throw brokenAnswer();
    return value;
  };

  const write = <T extends z.ZodType>(
    shape: T,
    tool: string,
    tenantId: string,
    args: ToolCall["args"],
    subject: Subject,
    { signal }: WriteCall = {},
  ): Promise<z.output<T> | undefined> =>
    ask(shape, { tool, args: { tenant_id: tenantId, ...args }, subject, tenantId, signal, isWrite: true });

  const product = async (tenantId: string, id: string, call?: ToolRead): Promise<Product> => {
    const subject = { id, permission: "products:read" as const };
    return toProduct(await read(productShape, "get_product", { tenant_id: tenantId, id }, subject, call));
  };

  /** What a write answered, read whole where the answer shortens it. */
  async function written(tenantId: string, value: WireProduct | undefined): Promise<Product | undefined> {
    if (!value?.description_truncated) return value && toProduct(value);
    return product(tenantId, value.id, { readsProse: false }).catch(() => {
      throw unknownOutcome();
    });
  }

  async function listed(tenantId: string, args: object, call?: ToolRead): Promise<ListedPage> {
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
    const { products, shortened, next_cursor } = await listed(
      tenantId,
      { search, active_only, cursor, limit },
      call,
    );
    const whole = next_cursor === undefined && cursor === undefined;
    return {
      data: products.map((one) => (shortened.has(one.id) ? { ...one, shortened: true as const } : one)),
      has_next_page: next_cursor !== undefined,
      ...(next_cursor !== undefined && { next_cursor }),
      total: products.length,
      ...(!whole && { totalIsAtLeast: true }),
    };
  }

  /** The ids of all products; undefined where they are more than so many pages hold. */
  async function ids(tenantId: string, call?: ReadCall): Promise<ReadonlySet<string> | undefined> {
    const all = new Set<string>();
    let cursor: string | undefined;
    for (let page = 0; page < PAGES; page++) {
      const args = { limit: 100, cursor };
      const { products, next_cursor } = await listed(tenantId, args, { ...call, readsProse: false });
      for (const { id } of products) all.add(id);
      if (next_cursor === undefined) return all;
      cursor = next_cursor;
    }
    return undefined;
  }

  /** The tools for one product. */
  function toolsFor(
    tenantId: string,
    id: string,
    call: WriteCall,
    changes: ProductChanges = {},
  ): ProductTools {
    const { signal } = call;
    const can = (permission: Permission): Subject => ({ id, permission });
    return {
      read: () => product(tenantId, id, { signal }),
      readStrictly: () => product(tenantId, id, { signal, readsProse: false }),
      ids: () => ids(tenantId, { signal }),
      update: async () => {
        const args = { id, ...changes };
        const value = await write(
          productShape,
          "update_product",
          tenantId,
          args,
          can("products:update"),
          call,
        );
        return written(tenantId, value);
      },
      delete: async () => {
        const subject = can("products:delete");
        const said = await write(deletionShape, "delete_product", tenantId, { id }, subject, call);
        return said && { id: said.id, product: said.product && (await toProduct(said.product)) };
      },
    };
  }

  const now = () => new Date(clock.now());
  const own: Subject = { id: "", permission: null };
  return {
    async me(call) {
      const profile = await read(profileShape, "get_user_data", {}, own, call);
      return { ...profile, id: profile.id || options.userId };
    },
    tenants: (call) => read(tenantsShape, "list_tenants", {}, own, call),
    listProducts,
    async getProduct(tenantId, id, { deleted } = {}, call) {
      try {
        return await product(tenantId, id, call);
      } catch (error) {
        // All that can be said of a deleted product is that it is one.
        const at = deletedAt(error);
        if (!deleted || !at) throw error;
        return gone(id, at, now);
      }
    },
    async createProduct(tenantId, draft, call = {}) {
      // No tool takes a key, and nothing tells a product that was made from one that somebody else made.
      if (call.sentBefore) throw unknownOutcome();
      const subject: Subject = { id: tenantId, permission: "products:create", sku: draft.sku };
      const value = await write(productShape, "create_product", tenantId, { ...draft }, subject, call);
      const made = await written(tenantId, value);
      // A success that cannot be read is still a success, very likely.
      if (!made) throw unknownOutcome();
      return made;
    },
    updateProduct: (tenantId, id, changes, call = {}) =>
      change({ kind: "update", changes }, id, toolsFor(tenantId, id, call, changes), call, now),
    deleteProduct: (tenantId, id, call = {}) =>
      change({ kind: "delete" }, id, toolsFor(tenantId, id, call), call, now),
    restoreProduct: async () => {
      throw Failure.of("invalid_argument", "biterp.no_restore", {});
    },
    close: () => connection.close(),
  };
}
