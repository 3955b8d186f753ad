import { env } from "cloudflare:workers";
import { newEtag } from "../../sandbox/biterp/etag";
import { insertProduct, type ProductRow } from "../../sandbox/biterp/rows";
import { toCents } from "../../sandbox/biterp/values";

/** The seeded people: Ana is admin of AURORA and manager of BEIRA, Bruno admin of BEIRA, Carla viewer of AURORA. */
export const ANA = "a0000000-0000-4000-8000-000000000001";
export const BRUNO = "a0000000-0000-4000-8000-000000000002";
export const CARLA = "a0000000-0000-4000-8000-000000000003";

/** The seeded companies; nobody can reach CELESTE. */
export const AURORA = "b0000000-0000-4000-8000-000000000001";
export const BEIRA = "b0000000-0000-4000-8000-000000000002";
export const CELESTE = "b0000000-0000-4000-8000-000000000003";

/** Seeded products of AURORA. */
export const PAO = "c0000000-0000-4000-8000-000000001001";
export const CAFE500 = "c0000000-0000-4000-8000-000000001026";
export const CAFE250 = "c0000000-0000-4000-8000-000000001027";
export const ACUCAR = "c0000000-0000-4000-8000-000000001043";
export const VELA = "c0000000-0000-4000-8000-000000001126";
export const PRODUTO_A = "c0000000-0000-4000-8000-000000001128";
export const PRODUTO_B = "c0000000-0000-4000-8000-000000001129";
export const PRODUTO_C = "c0000000-0000-4000-8000-000000001130";
/** "Arroz Branco Tipo 1 5kg" of BEIRA, whose SKU PAO has too. */
export const ARROZ = "c0000000-0000-4000-8000-000000002001";

export type Role = "admin" | "manager" | "viewer";

export interface Company {
  tenantId: string;
  slug: string;
  name: string;
}

/** A company of the test's own. @param members user id → role */
export async function createCompany(options: {
  name?: string;
  members: Record<string, Role>;
}): Promise<Company> {
  const tenantId = crypto.randomUUID();
  const slug = `empresa-${tenantId.slice(0, 8)}`;
  const name = options.name ?? `Empresa ${tenantId.slice(0, 8)}`;
  await env.DB.prepare("INSERT INTO biterp_tenants (id, slug, company_name) VALUES (?, ?, ?)")
    .bind(tenantId, slug, name)
    .run();
  for (const [userId, role] of Object.entries(options.members)) await setRole(userId, tenantId, role);
  return { tenantId, slug, name };
}

/** A person of the test's own; returns the user id. */
export async function createUser(options: { name?: string; language?: string } = {}): Promise<string> {
  const id = crypto.randomUUID();
  await env.DB.prepare(
    "INSERT INTO biterp_users (id, email, name, language, timezone) VALUES (?, ?, ?, ?, ?)",
  )
    .bind(
      id,
      `${id}@example.test`,
      options.name ?? "Pessoa",
      options.language ?? "pt-BR",
      "America/Sao_Paulo",
    )
    .run();
  return id;
}

/** Gives a person a role in a company; null takes the membership away. */
export async function setRole(userId: string, tenantId: string, role: Role | null): Promise<void> {
  if (role === null) {
    await env.DB.prepare("DELETE FROM biterp_memberships WHERE user_id = ? AND tenant_id = ?")
      .bind(userId, tenantId)
      .run();
    return;
  }
  await env.DB.prepare(
    `INSERT INTO biterp_memberships (user_id, tenant_id, role) VALUES (?, ?, ?)
     ON CONFLICT (user_id, tenant_id) DO UPDATE SET role = excluded.role`,
  )
    .bind(userId, tenantId, role)
    .run();
}

export const removeMember = (userId: string, tenantId: string): Promise<void> =>
  setRole(userId, tenantId, null);

/** A product as a test states it; no limits are checked. */
export interface ProductSeed {
  id?: string;
  name: string;
  /** Default 10. */
  sale_price?: number;
  description?: string;
  sku?: string;
  is_active?: boolean;
  /** RFC 3339; default now. */
  created_at?: string;
  /** Default false. */
  deleted?: boolean;
}

/** Writes products straight into D1, found by search like any other. */
export async function createProducts(tenantId: string, seeds: ProductSeed[]): Promise<ProductRow[]> {
  const tenant = await env.DB.prepare("SELECT number FROM biterp_tenants WHERE id = ?")
    .bind(tenantId)
    .first<{ number: number }>();
  if (!tenant) throw new Error(`no tenant ${tenantId}`);
  const now = new Date().toISOString();
  const rows = seeds.map(
    (seed): ProductRow => ({
      id: seed.id ?? crypto.randomUUID(),
      tenant_id: tenantId,
      name: seed.name,
      sku: seed.sku ?? "",
      sale_price_cents: toCents(seed.sale_price ?? 10),
      is_active: seed.is_active === false ? 0 : 1,
      created_at: seed.created_at ?? now,
      updated_at: seed.created_at ?? now,
      deleted_at: seed.deleted ? now : null,
      etag: newEtag(),
      description: seed.description ?? "",
    }),
  );
  for (let at = 0; at < rows.length; at += 50) {
    const part = rows.slice(at, at + 50);
    await env.DB.batch(part.flatMap((row) => insertProduct(env.DB, tenant.number, row, null)));
  }
  return rows;
}

/** The 120 products of the fixture: "Item 001" … "Item 080" and 40 called "Item Repetido". */
export function addItems(tenantId: string): Promise<ProductRow[]> {
  return createProducts(
    tenantId,
    Array.from({ length: 120 }, (_, at) => ({
      name: at < 80 ? `Item ${String(at + 1).padStart(3, "0")}` : "Item Repetido",
      description: "Fica na prateleira do fundo",
    })),
  );
}
