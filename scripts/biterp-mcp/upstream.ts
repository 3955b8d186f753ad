import * as z from "zod";
import type { Ledger } from "../biterp/ledger.ts";
import type { Sandbox } from "../biterp/sandbox/start.ts";
import { prose } from "./wording.ts";

/** A refusal, in words for a person. */
export class Refused extends Error {}

const problem = z.object({
  code: z.string().default(""),
  errors: z.array(z.object({ field: z.string() })).default([]),
});

const tenants = z.object({
  data: z.array(
    z.object({ tenant_id: z.string(), tenant: z.string(), company_name: z.string(), role: z.string() }),
  ),
});

export type Tenant = z.output<typeof tenants>["data"][number];

function refusal(status: number, body: unknown): Refused {
  const { code = "", errors = [] } = problem.safeParse(body).data ?? {};
  const fields = errors.map(({ field }) => field);
  if (status === 403) return new Refused(prose.forbidden);
  if (status === 404 || status === 410) return new Refused(prose.notFound);
  if (code === "sku_taken") return new Refused(prose.skuTaken);
  if (fields.includes("cursor") || code.includes("cursor")) return new Refused(prose.badCursor);
  if (status === 400 || status === 422) return new Refused(prose.invalid(fields));
  return new Refused(prose.broken);
}

/** The bundled bitERP, asked on behalf of one person. */
export class Upstream {
  readonly #sandbox: Sandbox;
  readonly #ledger: Ledger;
  readonly #userId: string;

  constructor(sandbox: Sandbox, ledger: Ledger, userId: string) {
    this.#sandbox = sandbox;
    this.#ledger = ledger;
    this.#userId = userId;
  }

  /** @throws Refused */
  async read(path: string): Promise<unknown> {
    return (await this.#send("GET", path)).body;
  }

  /**
   * @returns the answer, and whether something was changed by it
   * @throws Refused
   */
  async write(method: string, path: string, content?: object): Promise<{ body: unknown; written: boolean }> {
    const entry = this.#ledger.arrive(method, path, null);
    const text = content === undefined ? "" : JSON.stringify(content);
    const { status, body } = await this.#send(method, path, text, (code) => {
      entry.status = code;
    });
    this.#ledger.answered(entry, status, JSON.stringify(body));
    return { body, written: entry.written };
  }

  async tenants(): Promise<Tenant[]> {
    return tenants.parse(await this.read("/v1/tenants")).data;
  }

  /**
   * Where a company's products are.
   * @param named its slug or its id
   * @throws Refused when the person has no such company
   */
  async products(named: string): Promise<string> {
    const found = (await this.tenants()).find((one) => one.tenant === named || one.tenant_id === named);
    if (!found) throw new Refused(prose.noTenant);
    return `/v1/tenants/${found.tenant_id}/products`;
  }

  async #send(method: string, path: string, body = "", heard: (status: number) => void = () => undefined) {
    const headers = new Headers({ Accept: "application/json" });
    if (body) headers.set("Content-Type", "application/json");
    const answer = await this.#sandbox.forward(this.#userId, { method, path, headers, body });
    const { status, ok } = answer;
    heard(status);
    const content: unknown = await answer.json();
    if (!ok) throw refusal(status, content);
    return { status, body: content };
  }
}
