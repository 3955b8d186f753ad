import { bundledBitErp } from "../sandbox/biterp/index";
import { insertProduct, type ProductRow } from "../sandbox/biterp/rows";

const secret = "bench-secret-bench-secret-bench-secret";
const user = "a0000000-0000-4000-8000-000000000001";
const tenantId = "d0000000-0000-4000-8000-000000000001";
const tenantNumber = 900;

const kinds = ["Pão", "Bolo", "Café", "Açúcar", "Queijo", "Torta", "Biscoito", "Suco", "Vinho", "Geleia"];
const makers = ["da Serra", "do Vale", "Aurora", "Beira", "São João", "Colonial", "Caseiro", "Tropical"];
const sizes = ["50g", "100g", "250g", "500g", "1kg", "2kg", "300ml", "1L"];

function row(at: number): ProductRow {
  const pick = (list: string[], step: number) => list[Math.floor(at / step) % list.length] ?? "";
  const number = String(at).padStart(6, "0");
  const rare = at % 20_000 === 777 ? " jabuticaba" : "";
  return {
    id: crypto.randomUUID(),
    tenant_id: tenantId,
    name: `${pick(kinds, 1)} ${pick(makers, 10)} ${pick(sizes, 80)} ${number}`,
    sku: `SKU-${number}`,
    sale_price_cents: at % 10_000,
    is_active: at % 50 === 0 ? 0 : 1,
    created_at: "2026-01-01T00:00:00.000Z",
    updated_at: "2026-01-01T00:00:00.000Z",
    deleted_at: at % 100 === 3 ? "2026-02-01T00:00:00.000Z" : null,
    etag: `"${at}"`,
    description: `Produto de padaria${rare}, embalagem com ${pick(sizes, 3)}, conservar em local seco e fresco`,
  };
}

async function load(db: D1Database, from: number, count: number): Promise<Response> {
  if (from === 0) {
    await db.batch([
      db
        .prepare(
          "INSERT INTO biterp_tenants (number, id, slug, company_name) VALUES (?, ?, 'bench', 'Bench')",
        )
        .bind(tenantNumber, tenantId),
      db.prepare("INSERT INTO biterp_memberships VALUES (?, ?, 'admin')").bind(user, tenantId),
    ]);
  }
  const rows = Array.from({ length: count }, (_, at) => row(from + at));
  await db.batch(rows.flatMap((one) => insertProduct(db, tenantNumber, one, null)));
  return new Response("loaded");
}

/** The median of `runs` requests one after another, in milliseconds; the clock moves with each database call. */
async function measure(ask: () => Promise<Response>, runs: number): Promise<Response> {
  const times: number[] = [];
  for (let run = 0; run <= runs; run++) {
    const start = Date.now();
    await (await ask()).text();
    // The first one warms up.
    if (run > 0) times.push(Date.now() - start);
  }
  times.sort((a, b) => a - b);
  return Response.json(times[Math.floor(runs / 2)]);
}

/** Migrates, loads products, and answers or measures list requests through the bundled bitERP. */
export default {
  async fetch(request: Request, env: { DB: D1Database }): Promise<Response> {
    const { pathname, searchParams, search } = new URL(request.url);
    if (pathname === "/migrate") {
      const statements: string[] = await request.json();
      await env.DB.batch(statements.map((statement) => env.DB.prepare(statement)));
      return new Response("migrated");
    }
    if (pathname === "/load") {
      return load(env.DB, Number(searchParams.get("from")), Number(searchParams.get("count")));
    }
    const erp = bundledBitErp(env, secret);
    const headers = { Authorization: `Bearer ${await erp.tokenFor(user)}` };
    const target = `${erp.baseUrl}/v1/tenants/${tenantId}/products${search}`;
    const ask = () => erp.fetch(new Request(target, { headers }));
    return pathname === "/measure" ? measure(ask, Number(searchParams.get("runs"))) : ask();
  },
};
