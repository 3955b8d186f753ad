import { env } from "cloudflare:workers";
import type { JsonObject } from "../../src/json";
import { ANA, type Company, createCompany, createProducts, type ProductSeed, type Role } from "./companies";
import type { Answer, Client, RequestOptions } from "./mcp";
import { declared, double } from "./worker";

/** A company of the test's own with products, and the products' ids in the same order. */
export async function shop(
  products: (string | ProductSeed)[],
  members: Record<string, Role> = { [ANA]: "admin" },
): Promise<Company & { tenant_id: string; ids: string[] }> {
  const company = await createCompany({ members });
  const seeds = products.map((one) => (typeof one === "string" ? { name: one } : one));
  const rows = await createProducts(company.tenantId, seeds);
  return { ...company, tenant_id: company.tenantId, ids: rows.map(({ id }) => id) };
}

/** So many products with names of their own. */
export const many = (count: number): ProductSeed[] =>
  Array.from({ length: count }, (_, at) => ({ name: `Vela ${String(at + 1).padStart(2, "0")}` }));

/** Items that set a new price for each product. */
export const repriced = (ids: string[], sale_price = 12): JsonObject[] =>
  ids.map((id) => ({ id, changes: { sale_price } }));

/** `ok`, or the error code, of every entry in order. */
export const codes = (answer: Answer): unknown[] | undefined =>
  answer.structured.results?.map((entry) => (entry.success === true ? "ok" : entry.error));

export const operationOf = (answer: Answer): string => String(answer.structured.operation_id);

/** The names of the company's live products that a person sees, in the list's order. */
export async function namesIn(client: Client, tenant_id: string): Promise<unknown[]> {
  const { structured } = await client.call("list_products", { tenant_id, limit: 100 });
  return (structured.products as JsonObject[]).map((one) => one.name);
}

/** The prices of these products as bitERP's database holds them. */
export async function pricesOf(ids: string[]): Promise<(number | undefined)[]> {
  const rows = await env.DB.prepare(
    "SELECT id, sale_price_cents FROM biterp_products WHERE id IN (SELECT value FROM json_each(?))",
  )
    .bind(JSON.stringify(ids))
    .all<{ id: string; sale_price_cents: number }>();
  const cents = new Map(rows.results.map((row) => [row.id, row.sale_price_cents]));
  return ids.map((id) => {
    const found = cents.get(id);
    return found === undefined ? undefined : found / 100;
  });
}

/** A client of the 2026 revision that can show a form. */
export const FORM: RequestOptions = { era: "2026", capabilities: { elicitation: { form: {} } } };

/** A question asked inside a call. */
export interface Question {
  name: string;
  args: JsonObject;
  state: string;
  message: string;
  schema: JsonObject;
}

/** Calls a tool and fails unless it answers with a question. */
export async function asked(
  client: Client,
  name: string,
  args: JsonObject,
  options: RequestOptions = FORM,
): Promise<Question> {
  const { raw } = await client.call(name, args, options);
  if (raw.resultType !== "input_required") throw new Error(`no question: ${JSON.stringify(raw)}`);
  const { confirm } = raw.inputRequests as { confirm: { params: JsonObject } };
  const { message, requestedSchema } = confirm.params;
  const state = String(raw.requestState);
  return { name, args, state, message: String(message), schema: requestedSchema as JsonObject };
}

/** Answers a question; `response` is what the person did. */
export function reply(
  client: Client,
  { name, args, state }: Question,
  response: JsonObject | undefined,
  options: RequestOptions = FORM,
): Promise<Answer> {
  const params = { requestState: state, inputResponses: response ? { confirm: response } : {} };
  return client.call(name, args, { ...options, params });
}

export const YES: JsonObject = { action: "accept", content: { confirm: true } };

/** A bitERP that does not look at idempotency keys, and is declared so. */
export function withoutKeys(): void {
  declared.honoursIdempotencyKeys = false;
  double.honoursKeys = false;
}

/** To be called after each test that steers bitERP. */
export function resetBitErp(): void {
  declared.honoursIdempotencyKeys = true;
  double.reset();
}

/** The writes that bitERP was asked for, as method and path. */
export const writesSent = (): string[] =>
  double.log.filter(({ method }) => method !== "GET").map(({ method, path }) => `${method} ${path}`);
