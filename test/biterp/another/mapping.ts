/**
 * The worked example of docs/another-biterp.md: everything in which another bitERP differs, as a `fetch` in front of the
 * real one. The client above it speaks the contract of docs/biterp-http.md and stays as it is.
 */
type Send = (request: Request) => Promise<Response>;
type Json = Record<string, unknown>;

const permissionOf: Record<string, string> = {
  ler: "products:read",
  criar: "products:create",
  alterar: "products:update",
  excluir: "products:delete",
};
const situationOf: Record<string, string> = { exclude: "vivos", only: "excluidos", include: "todos" };

const cents = (price: unknown) => Math.round(Number(price) * 100);

/** What there is of a draft or of changes, under the other names. */
function theirs(body: Json): Json {
  const { name, sale_price, description, sku, is_active } = body;
  const named = { nome: name, observacao: description, sku, ativo: is_active };
  return sale_price === undefined ? named : { ...named, preco_centavos: cents(sale_price) };
}

function ours(product: Json): Json {
  return {
    id: product.codigo,
    name: product.nome,
    sale_price: Number(product.preco_centavos) / 100,
    description: product.observacao,
    sku: product.sku,
    is_active: product.ativo,
    created_at: product.criado_em,
    updated_at: product.alterado_em,
    // It has no etag; what changes with every write will do. The configuration says BITERP_IF_MATCH=no.
    etag: product.versao,
    deleted_at: product.excluido_em,
  };
}

/** Pages are numbered there; a cursor here is the number and the list that it belongs to. */
function listQuery(query: URLSearchParams): { there: URLSearchParams; page: number; list: string } | null {
  const list = new URLSearchParams(query);
  list.delete("cursor");
  const cursor = query.get("cursor");
  const [number, ...of] = cursor?.split("@") ?? ["1", list.toString()];
  if (of.join("@") !== list.toString()) return null;
  const there = new URLSearchParams({ pagina: String(number), tamanho: query.get("limit") ?? "20" });
  there.set("situacao", situationOf[query.get("deleted") ?? "exclude"] ?? "vivos");
  if (query.get("active_only") === "true") there.set("ativo", "sim");
  for (const [name, other] of [
    ["search", "busca"],
    ["name", "nome"],
    ["sku", "sku"],
  ] as const) {
    const value = query.get(name);
    if (value !== null) there.set(other, value);
  }
  return { there, page: Number(number), list: list.toString() };
}

const json = (body: Json, status = 200) => Response.json(body, { status });
const problem = (status: number, code: string, more: Json = {}) =>
  Response.json(
    { status, code, ...more },
    { status, headers: { "Content-Type": "application/problem+json" } },
  );

/** @param send reaches the other bitERP */
export function anotherBitErp(send: Send): Send {
  return async (request) => {
    const url = new URL(request.url);
    const [tenant, id, action] = url.pathname
      .replace(/^\/v1\/tenants\/?/, "")
      .split("/")
      .filter((part) => part !== "products");
    const list = request.method === "GET" && tenant && !id ? listQuery(url.searchParams) : undefined;
    if (list === null) return problem(400, "cursor_mismatch");

    const parts = ["/api/empresas", tenant, tenant && "produtos", id, action && "reativar"];
    const path = url.pathname === "/v1/me" ? "/api/eu" : parts.filter(Boolean).join("/");
    const body = request.body ? JSON.stringify(theirs((await request.json()) as Json)) : null;
    const answer = await send(
      new Request(`${url.origin}${path}${list ? `?${list.there}` : ""}`, {
        method: request.method === "PATCH" ? "PUT" : request.method,
        headers: request.headers,
        // Both are the client's: it stops what takes too long, and follows nothing.
        signal: request.signal,
        redirect: request.redirect,
        body,
      }),
    );
    if (!answer.headers.get("Content-Type")?.startsWith("application/json")) return answer;
    // 429 and 5xx pass as they are, with their Retry-After.
    if (answer.status === 429 || answer.status >= 500) return answer;
    const said = (await answer.json()) as Json;
    if (answer.status === 409 && said.erro === "sku_duplicado")
      return problem(409, "sku_taken", { product_id: String(said.produto) });
    if (answer.status >= 400) return problem(answer.status, String(said.erro));

    if (url.pathname === "/v1/me") return json({ id: said.codigo, name: said.nome, email: said.email });
    if (!tenant) return json({ data: (said.empresas as Json[]).map(company) });
    if (list) {
      const more = list.page < Number(said.paginas);
      return json({
        data: (said.itens as Json[]).map(ours),
        has_next_page: more,
        ...(more && { next_cursor: `${list.page + 1}@${list.list}` }),
        total: said.registros,
      });
    }
    const product = ours(said);
    const hidden = request.method === "GET" && url.searchParams.get("deleted") !== "include";
    if (hidden && product.deleted_at) return problem(410, "deleted", { deleted_at: product.deleted_at });
    return json(product, answer.status);
  };
}

function company(there: Json): Json {
  return {
    tenant_id: there.codigo,
    tenant: there.apelido,
    company_name: there.razao_social,
    role: there.perfil,
    permissions: (there.pode as string[]).flatMap((may) => permissionOf[may] ?? []),
  };
}
