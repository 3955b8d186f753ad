import type * as z from "zod";
import { Failure } from "../errors";
import type { Language } from "../messages";
import type { Answer } from "./body";
import { type Change, settleChanged, settleLost } from "./changed";
import { type Clock, realClock } from "./clock";
import type { BitErpEndpoint } from "./endpoint";
import { productPath, productsPath, queryString } from "./paths";
import { perform } from "./perform";
import type { BitErp, Permission, Product, ReadCall, WriteCall } from "./port";
import { brokenAnswer, problemFailure, type Subject, unknownOutcome } from "./problems";
import type { Operation, Wire } from "./request";
import { pageShape, productShape, profileShape, tenantsShape } from "./shapes";

/** For whom and how bitERP is asked. */
export interface BitErpClientOptions {
  endpoint: BitErpEndpoint;
  userId: string;
  language: Language;
  /** Sent with every request and shown with every error. */
  requestId: string;
  /** As the MCP client sent it; one that is not well formed is not passed on. */
  traceparent?: string | undefined;
  /** For one attempt; default 10,000. */
  timeoutMs?: number;
  clock?: Clock;
}

type Method = Operation["method"];

/** bitERP over its HTTP contract, for one person and one request. */
export function createBitErpClient(options: BitErpClientOptions): BitErp {
  const { traceparent, timeoutMs = 10_000, clock = realClock, ...who } = options;
  const wire: Wire = { ...who, traceparent, timeoutMs, clock };

  async function ask<T extends z.ZodType>(
    shape: T,
    operation: Operation,
    subject: Subject,
  ): Promise<z.output<T>> {
    return understood(shape, await perform(wire, operation), operation, subject);
  }

  const get = <T extends z.ZodType>(shape: T, path: string, subject: Subject, call: ReadCall = {}) =>
    ask(shape, { method: "GET", path, signal: call.signal }, subject);

  /** Whether a write whose answer was lost may be sent again. */
  const repeatable = (call: WriteCall) => !!call.idempotencyKey && options.endpoint.honoursIdempotencyKeys;

  /** A write to a product that may have changed since it was shown; where its answer was lost, the product is read. */
  async function change(
    intent: Change,
    tenantId: string,
    id: string,
    permission: Permission,
    call: WriteCall = {},
  ): Promise<Product> {
    const path = productPath(tenantId, id);
    const subject: Subject = { id, permission };
    const now = () => get(productShape, `${path}?deleted=include`, subject, call);
    if (call.sentBefore && !repeatable(call)) return settleLost(intent, id, now);

    const { ifMatch, ...rest } = call;
    const precondition = options.endpoint.honoursIfMatch ? { ifMatch } : {};
    const operation: Operation = { ...methods[intent.kind](path), ...rest, ...precondition };
    if (intent.kind === "update") operation.body = intent.changes;
    if (ifMatch !== undefined && !options.endpoint.honoursIfMatch) {
      // Read again just before the write: the moment in between is all that stays unguarded.
      const current = await now().catch((error: unknown) => {
        throw call.sentBefore ? unknownOutcome() : error;
      });
      // A write that was sent before may be what changed it.
      if (current.etag !== ifMatch && call.sentBefore) return settleLost(intent, id, async () => current);
      if (current.etag !== ifMatch) return settleChanged(intent, id, current);
    }
    try {
      const answer = await perform(wire, operation);
      if (answer.status !== 412) return understood(productShape, answer, operation, subject);
    } catch (error) {
      if (error instanceof Failure && error.code === "unknown_outcome") return settleLost(intent, id, now);
      throw error;
    }
    // Best effort: the refusal stands whether or not the current values can be had.
    return settleChanged(intent, id, await now().catch(() => null));
  }

  return {
    me: (call) => get(profileShape, "/v1/me", { id: "", permission: null }, call),
    tenants: (call) => get(tenantsShape, "/v1/tenants", { id: "", permission: null }, call),
    listProducts: async (tenantId, query, call) =>
      get(
        pageShape,
        productsPath(tenantId) + queryString(query),
        { id: tenantId, permission: "products:read" },
        call,
      ),
    getProduct: async (tenantId, id, { deleted } = {}, call) =>
      get(
        productShape,
        productPath(tenantId, id) + (deleted ? `?deleted=${deleted}` : ""),
        { id, permission: "products:read" },
        call,
      ),
    async createProduct(tenantId, draft, call = {}) {
      // Nothing tells a product that was made by the lost request from one that somebody else made.
      if (call.sentBefore && !repeatable(call)) throw unknownOutcome();
      const subject: Subject = { id: tenantId, permission: "products:create", sku: draft.sku };
      const operation: Operation = { method: "POST", path: productsPath(tenantId), body: draft, ...call };
      return ask(productShape, operation, subject);
    },
    updateProduct: (tenantId, id, changes, call) =>
      change({ kind: "update", changes }, tenantId, id, "products:update", call),
    deleteProduct: (tenantId, id, call) => change({ kind: "delete" }, tenantId, id, "products:delete", call),
    restoreProduct: (tenantId, id, call) =>
      change({ kind: "restore" }, tenantId, id, "products:update", call),
  };
}

const methods: Record<Change["kind"], (path: string) => { method: Method; path: string }> = {
  update: (path) => ({ method: "PATCH", path }),
  delete: (path) => ({ method: "DELETE", path }),
  restore: (path) => ({ method: "POST", path: `${path}/restore` }),
};

function understood<T extends z.ZodType>(
  shape: T,
  answer: Answer,
  operation: Operation,
  subject: Subject,
): z.output<T> {
  if (answer.status >= 400) throw problemFailure(answer, subject);
  const body = answer.broken ? undefined : withEtag(answer);
  const read = shape.safeParse(body);
  if (read.success && answer.status < 300) return read.data;
  // A success that cannot be read is still a success: the write has very likely happened.
  throw operation.method === "GET" ? brokenAnswer() : unknownOutcome();
}

/** A product's etag stands in its body; a bitERP that sends only the header is understood too. */
function withEtag({ body, headers }: Answer): unknown {
  const etag = headers.get("ETag");
  return etag && typeof body === "object" ? { etag, ...body } : body;
}
