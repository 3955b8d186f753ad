import type { Product } from "../port";
import type { WireProduct } from "./shapes";

/** A product of the port; the etag that bitERP's tools lack is a digest of the values. */
export async function toProduct(wire: WireProduct): Promise<Product> {
  const { deleted_at, description_truncated: _, ...values } = wire;
  const { id, name, sale_price, sale_price_exact, description, sku, is_active } = values;
  const price = sale_price_exact ?? sale_price;
  const etag = await digest(JSON.stringify([id, name, price, description, sku, is_active]));
  return { ...values, etag, ...(deleted_at ? { deleted_at } : {}) };
}

async function digest(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return [...bytes.slice(0, 16)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
