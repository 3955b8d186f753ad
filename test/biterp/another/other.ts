/** A bitERP that speaks another dialect: Portuguese names, cents, numbered pages, PUT, no etags and no `If-Match`. */
export function otherBitErp() {
  const at = "2026-01-01T00:00:00-03:00";
  const products = new Map<string, Record<string, unknown>>();
  const asked: string[] = [];
  let version = 0;
  const put = (product: Record<string, unknown>) => {
    const stored = { ...product, versao: String(++version) };
    products.set(String(product.codigo), stored);
    return stored;
  };
  for (const [index, nome] of ["Café", "Leite", "Pão"].entries())
    put({
      codigo: index + 1,
      nome,
      preco_centavos: 1990,
      observacao: null,
      sku: `S${index + 1}`,
      ativo: true,
      criado_em: at,
      alterado_em: at,
      excluido_em: null,
    });

  function list(query: URLSearchParams) {
    const size = Number(query.get("tamanho"));
    const page = Number(query.get("pagina"));
    const wanted = [...products.values()].filter(
      (product) =>
        (query.get("situacao") === "todos" ||
          (product.excluido_em !== null) === (query.get("situacao") === "excluidos")) &&
        (query.get("sku") ?? product.sku) === product.sku,
    );
    return {
      itens: wanted.slice((page - 1) * size, page * size),
      paginas: Math.ceil(wanted.length / size),
      registros: wanted.length,
    };
  }

  async function fetch(request: Request): Promise<Response> {
    const url = new URL(request.url);
    asked.push(`${request.method} ${url.pathname}${url.search}`);
    if (url.pathname === "/api/eu") return Response.json({ codigo: 7, nome: "Ana", email: "ana@x.example" });
    if (url.pathname === "/api/empresas")
      return Response.json({
        empresas: [
          {
            codigo: 9,
            apelido: "x",
            razao_social: "X Ltda",
            perfil: "dono",
            pode: ["ler", "alterar", "voar"],
          },
        ],
      });
    const [, id, action] = /^\/api\/empresas\/9\/produtos\/?([^/]*)\/?(.*)$/.exec(url.pathname) ?? [];
    if (request.method === "GET" && id === "") return Response.json(list(url.searchParams));
    const sent = request.body ? ((await request.json()) as Record<string, unknown>) : {};
    if (request.method === "POST" && id === "") {
      const holder = [...products.values()].find((product) => product.sku === sent.sku);
      if (holder) return Response.json({ erro: "sku_duplicado", produto: holder.codigo }, { status: 409 });
      const fresh = { ativo: true, criado_em: at, alterado_em: at, excluido_em: null, ...sent };
      return Response.json(put({ ...fresh, codigo: products.size + 1 }), { status: 201 });
    }
    const product = products.get(id ?? "");
    if (!product) return Response.json({ erro: "nao_encontrado" }, { status: 404 });
    if (request.method === "PUT") return Response.json(put({ ...product, ...sent }));
    if (request.method === "DELETE") return Response.json(put({ ...product, excluido_em: at }));
    if (action === "reativar") return Response.json(put({ ...product, excluido_em: null }));
    return Response.json(product);
  }
  return { fetch, asked, products, put };
}
