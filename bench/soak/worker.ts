import type { Client } from "@modelcontextprotocol/client";

type Fields = Record<string, unknown>;

export interface Entry extends Fields {
  index: number;
  success: boolean;
  id?: string;
  error?: string;
  tries?: number;
}

export interface Outcome extends Fields {
  status?: string;
  operation_id?: string;
  results?: Entry[];
}

const between = (least: number, most: number) => least + Math.floor(Math.random() * (most - least + 1));

/** One client at work for one person in one company, on products of its own. */
export class Worker {
  /** What became of calls: a status, or the code of an error. */
  readonly ended = new Map<string, number>();
  readonly operations = new Set<string>();
  /** What each own product must be, as far as that is known: its price, or null when it is deleted. */
  readonly expected = new Map<string, number | null>();
  readonly client: Client;
  readonly tenant: string;
  readonly writes: boolean;
  readonly name: string;
  #cents = 100;

  constructor({ client, tenant, writes, name }: Pick<Worker, "client" | "tenant" | "writes" | "name">) {
    this.client = client;
    this.tenant = tenant;
    this.writes = writes;
    this.name = name;
  }

  /** Works until the signal, one call after another. */
  async work(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.#something();
      await new Promise((resolve) => setTimeout(resolve, between(100, 600)));
    }
  }

  async call(name: string, args: Fields): Promise<Outcome> {
    const result = await this.client.callTool({ name, arguments: { tenant_id: this.tenant, ...args } });
    if (result.structuredContent) return result.structuredContent as Outcome;
    const text = result.content.map((part) => ("text" in part ? part.text : "")).join(" ");
    return { status: /\b([a-z]+_[a-z_]+|forbidden|conflict|deleted)\b/.exec(text)?.[1] ?? text.slice(0, 60) };
  }

  async #done(name: string, args: Fields): Promise<Outcome> {
    try {
      const outcome = await this.call(name, args);
      this.#count(`${name} ${outcome.status ?? "ok"}`);
      if (outcome.operation_id) this.operations.add(outcome.operation_id);
      return outcome;
    } catch (error) {
      this.#count(`${name} ${error instanceof Error ? error.message.slice(0, 60) : "thrown"}`);
      return {};
    }
  }

  #count(what: string): void {
    this.ended.set(what, (this.ended.get(what) ?? 0) + 1);
  }

  async #something(): Promise<void> {
    const live = [...this.expected].filter(([, price]) => price !== null).map(([id]) => id);
    const gone = [...this.expected].filter(([, price]) => price === null).map(([id]) => id);
    const some = (ids: string[], most: number) =>
      ids.sort(() => Math.random() - 0.5).slice(0, between(1, most));
    const chance = Math.random();
    if (!this.writes || chance < 0.3) await this.#done("list_products", { search: "item", limit: 5 });
    else if (chance < 0.4 && live.length > 0)
      await this.#done("get_products", { items: some(live, 10).map((id) => ({ id })) });
    else if (chance < 0.6 || live.length < 12) await this.#create(between(1, 12));
    else if (chance < 0.7) await this.#createOne();
    else if (chance < 0.8) await this.#update(some(live, 12));
    else if (chance < 0.88) await this.#updateOne(some(live, 1)[0] ?? "");
    else if (chance < 0.96 || gone.length === 0) await this.#remove(some(live, 6));
    else await this.#restore(some(gone, 6));
  }

  #nextPrice(): number {
    this.#cents += 1;
    return this.#cents / 100;
  }

  #draft() {
    return { name: `Soak ${this.name} ${crypto.randomUUID().slice(0, 8)}`, sale_price: this.#nextPrice() };
  }

  async #create(count: number): Promise<void> {
    const items = Array.from({ length: count }, () => this.#draft());
    const { results = [] } = await this.#done("create_products", { items });
    for (const { id, index, success } of results)
      if (success && id) this.expected.set(id, items[index]?.sale_price ?? 0);
  }

  async #createOne(): Promise<void> {
    const draft = this.#draft();
    const { product } = await this.#done("create_product", draft);
    const id = (product as { id?: string } | undefined)?.id;
    if (id) this.expected.set(id, draft.sale_price);
  }

  async #update(ids: string[]): Promise<void> {
    const items = ids.map((id) => ({ id, changes: { sale_price: this.#nextPrice() } }));
    const { results } = await this.#done("update_products", { items });
    this.#learn(ids, results, (index) => items[index]?.changes.sale_price ?? 0);
  }

  async #updateOne(id: string): Promise<void> {
    const sale_price = this.#nextPrice();
    const { product } = await this.#done("update_product", { id, sale_price });
    if (product) this.expected.set(id, sale_price);
    else this.expected.delete(id);
  }

  async #remove(ids: string[]): Promise<void> {
    const { results } = await this.#done("delete_products", { items: ids.map((id) => ({ id })) });
    this.#learn(ids, results, () => null);
  }

  async #restore(ids: string[]): Promise<void> {
    await this.#done("restore_products", { items: ids.map((id) => ({ id })) });
    // The price it comes back with is not kept here.
    for (const id of ids) this.expected.delete(id);
  }

  /** What was done is known; what was not told, or is unknown, is no longer expected to be anything. */
  #learn(ids: string[], results: Entry[] | undefined, value: (index: number) => number | null): void {
    for (const [index, id] of ids.entries()) {
      if (results?.[index]?.success) this.expected.set(id, value(index));
      else this.expected.delete(id);
    }
  }
}
