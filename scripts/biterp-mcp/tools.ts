import * as z from "zod";
import { Refused, type Upstream } from "./upstream.ts";
import { prose } from "./wording.ts";

/** One of bitERP's tools. */
export interface Tool {
  name: string;
  description: string;
  input: z.ZodRawShape;
  /** @throws Refused */
  run(erp: Upstream, args: unknown): Promise<unknown>;
}

interface Definition<Shape extends z.ZodRawShape> {
  name: string;
  description: string;
  input: Shape;
  run(erp: Upstream, args: z.output<z.ZodObject<Shape>>): Promise<unknown>;
}

function tool<Shape extends z.ZodRawShape>({ input, run, ...rest }: Definition<Shape>): Tool {
  const schema = z.object(input);
  return { ...rest, input, run: async (erp, args) => run(erp, schema.parse(args)) };
}

/** What bitERP shows of a product: no tag to tell its versions apart, nothing of deleted ones. */
const product = z.object({
  id: z.string(),
  name: z.string(),
  sale_price: z.number(),
  description: z.string(),
  sku: z.string(),
  is_active: z.boolean(),
  created_at: z.string(),
  updated_at: z.string(),
});

const page = z.object({
  data: z.array(product),
  has_next_page: z.boolean(),
  next_cursor: z.string().optional(),
});

const tenant_id = z.string().describe("Slug da empresa, de list_tenants");
const id = z.string().describe("Id do produto");
const name = z.string().describe("Nome do produto");
const sale_price = z.number().describe("Preço de venda");
const description = z.string().optional().describe("Descrição do produto");
const is_active = z.boolean().optional().describe("Se o produto está ativo");

const at = async (erp: Upstream, tenant: string, productId: string) =>
  `${await erp.products(tenant)}/${encodeURIComponent(productId)}`;

/** The seven unit tools, with the parameters and results of bitERP's documentation. */
export const tools: Tool[] = [
  tool({
    name: "get_user_data",
    description: "Retorna os dados do usuário autenticado",
    input: {},
    run: (erp) => erp.read("/v1/me"),
  }),
  tool({
    name: "list_tenants",
    description: "Lista as empresas às quais o usuário tem acesso",
    input: {},
    run: async (erp) =>
      (await erp.tenants()).map(({ tenant, company_name, role }) => ({ tenant, company_name, role })),
  }),
  tool({
    name: "list_products",
    description: "Lista os produtos de uma empresa, página por página",
    input: {
      tenant_id,
      search: z.string().optional().describe("Texto a procurar no nome, SKU ou descrição"),
      active_only: z.boolean().optional().describe("Somente produtos ativos"),
      cursor: z.string().optional().describe("Cursor da próxima página"),
      limit: z.int().min(1).max(100).optional().describe("Produtos por página, até 100"),
    },
    async run(erp, { tenant_id: tenant, ...asked }) {
      const query = new URLSearchParams();
      for (const [key, value] of Object.entries(asked)) {
        if (value !== undefined) query.set(key, String(value));
      }
      const { data, ...rest } = page.parse(await erp.read(`${await erp.products(tenant)}?${query}`));
      return { products: data, ...rest };
    },
  }),
  tool({
    name: "get_product",
    description: "Retorna um produto pelo id",
    input: { tenant_id, id },
    run: async (erp, args) => product.parse(await erp.read(await at(erp, args.tenant_id, args.id))),
  }),
  tool({
    name: "create_product",
    description: "Cria um produto",
    input: {
      tenant_id,
      name,
      sale_price,
      description,
      sku: z.string().optional().describe("Código SKU"),
      is_active,
    },
    async run(erp, { tenant_id: tenant, ...content }) {
      return product.parse((await erp.write("POST", await erp.products(tenant), content)).body);
    },
  }),
  tool({
    name: "update_product",
    description: "Altera somente os campos informados de um produto",
    input: {
      tenant_id,
      id,
      name: name.optional(),
      sale_price: sale_price.optional(),
      description,
      is_active,
    },
    async run(erp, { tenant_id: tenant, id: which, ...changes }) {
      if (Object.values(changes).every((value) => value === undefined)) throw new Refused(prose.nothing);
      return product.parse((await erp.write("PATCH", await at(erp, tenant, which), changes)).body);
    },
  }),
  tool({
    name: "delete_product",
    description: "Exclui um produto (exclusão lógica)",
    input: { tenant_id, id },
    async run(erp, args) {
      const { written } = await erp.write("DELETE", await at(erp, args.tenant_id, args.id));
      // What is deleted cannot be seen any more: a second time finds nothing.
      if (!written) throw new Refused(prose.notFound);
      return { id: args.id, deleted: true };
    },
  }),
];
