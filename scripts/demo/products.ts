import { type Brief, check, present } from "./answers.ts";
import type { Session } from "./session.ts";

/** The demo's own products; a third one of the same kind stays unknown on purpose. */
export const OWN = [
  { name: "Produto Demo A", sku: "DEMO-A", sale_price: 19.9 },
  { name: "Produto Demo C", sku: "DEMO-C", sale_price: 34.5 },
];
export const UNKNOWN = "Produto Demo B";
/** Prices go up by one real per run and come back here. */
const CEILING = 90;

/** The next price of a product of the demo. */
export function raised(price: number): number {
  return price >= CEILING ? 19.9 : Math.round((price + 1) * 100) / 100;
}

/** The demo's products as they are now; missing ones are created, so that the demo can run again and again. */
export async function ensureProducts({ company, call }: Pick<Session, "company" | "call">): Promise<Brief[]> {
  const items = OWN.map(({ name }) => ({ name }));
  const found = await call("get_products", { tenant_id: company, items });
  const missing = OWN.filter((_, index) => found.results[index]?.error === "not_found");
  if (missing.length > 0) {
    const created = await call("create_products", { tenant_id: company, items: missing });
    check(
      created.status === "SUCCESS",
      `The demo's products could not be created: ${JSON.stringify(created.results)}`,
    );
    return ensureProducts({ company, call });
  }
  return found.results.map(({ product, message }) => present(product, `product (${message})`));
}
