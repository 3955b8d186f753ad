import { expect } from "vitest";

type Fields = Record<string, unknown>;

/** A tool's answer, as either client package hands it on. */
export interface Spoken {
  structured: Fields & { results?: Fields[]; items?: Fields[] };
  isError: boolean;
}

/** One of the official clients, signed in as somebody who may do everything in the company. */
export interface Speaker {
  tools(): Promise<{ name: string; title?: string | undefined; outputSchema?: unknown }[]>;
  call(name: string, args?: Fields): Promise<Spoken>;
  /** The questions asked inside calls so far. */
  asked: string[];
  /** What the person says to them. */
  answer: boolean;
}

/** What both packages' `callTool` resolves with, as far as it matters here. */
export function spoken(result: Fields): Spoken {
  expect(result.structuredContent, JSON.stringify(result)).toBeDefined();
  return {
    structured: result.structuredContent as Spoken["structured"],
    isError: result.isError === true,
  };
}

const outcomes = ({ structured }: Spoken) =>
  structured.results?.map((entry) => [entry.index, entry.success, entry.error]);

/** Everyday work that does not depend on the revision: look, create, search, change one. */
export async function everyday(speaker: Speaker, company: string): Promise<{ names: string[] }> {
  const tools = await speaker.tools();
  expect(tools.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["list_products", "delete_products", "confirm_operation", "get_operation"]),
  );
  expect(tools.filter(({ title, outputSchema }) => !title || !outputSchema)).toEqual([]);

  const { tenants } = (await speaker.call("list_tenants")).structured;
  expect(tenants).toEqual(expect.arrayContaining([expect.objectContaining({ tenant: company })]));

  const tag = crypto.randomUUID().slice(0, 8);
  const names = ["Alfa", "Beta", "Gama"].map((letter) => `Ensaio ${tag} ${letter}`);
  const [first, , third] = names;
  const created = await speaker.call("create_products", {
    tenant_id: company,
    items: [first, third].map((name) => ({ name, sale_price: 10 })),
  });
  expect(created.structured.status).toBe("SUCCESS");

  const found = await speaker.call("list_products", { tenant_id: company, search: `ensaio ${tag}` });
  expect(found.structured.products).toHaveLength(2);

  const id = created.structured.results?.[0]?.id;
  const updated = await speaker.call("update_product", { tenant_id: company, id, sale_price: "19,90" });
  expect(updated.structured.product).toMatchObject({ id, name: first, sale_price: 19.9 });
  return { names };
}

const partly = [
  [0, true, undefined],
  [1, false, "not_found"],
  [2, true, undefined],
];

/** The main job where the client cannot be asked inside a call: one answer that waits, one confirmation. */
export async function cancelByConfirming(speaker: Speaker, company: string, names: string[]) {
  const items = names.map((name) => ({ name }));
  const waiting = await speaker.call("delete_products", { tenant_id: company, items });
  expect(waiting).toMatchObject({
    isError: false,
    structured: { status: "AWAITING_CONFIRMATION", executed: false },
  });
  expect(waiting.structured.items?.map(({ state }) => state)).toEqual([
    "actionable",
    "left_out",
    "actionable",
  ]);
  expect(speaker.asked).toEqual([]);
  const { operation_id } = waiting.structured;
  const pending = await speaker.call("get_operation", { operation_id });
  expect(pending.structured).toMatchObject({ status: "AWAITING_CONFIRMATION", executed: false });

  const done = await speaker.call("confirm_operation", { operation_id });
  await expectPartly(speaker, done, operation_id);
  const again = await speaker.call("confirm_operation", { operation_id });
  expect(again.structured).toMatchObject({ status: "PARTIAL_SUCCESS", replayed: true });
}

/** The main job where the client is asked inside the call: without a yes nothing is done, a yes does it at once. */
export async function cancelInsideTheCall(speaker: Speaker, company: string, names: string[]) {
  const items = names.map((name) => ({ name }));
  speaker.answer = false;
  const open = await speaker.call("delete_products", { tenant_id: company, items });
  expect(open.structured).toMatchObject({ status: "AWAITING_CONFIRMATION", executed: false });

  speaker.answer = true;
  const done = await speaker.call("delete_products", { tenant_id: company, items });
  expect(speaker.asked).toHaveLength(2);
  for (const name of names) expect(speaker.asked[1]).toContain(name);
  await expectPartly(speaker, done, done.structured.operation_id);
}

async function expectPartly(speaker: Speaker, done: Spoken, operation_id: unknown) {
  expect(done).toMatchObject({
    isError: false,
    structured: { status: "PARTIAL_SUCCESS", failures: [1], summary: { total: 3, succeeded: 2, failed: 1 } },
  });
  expect(outcomes(done)).toEqual(partly);
  const kept = await speaker.call("get_operation", { operation_id });
  expect(outcomes(kept)).toEqual(partly);
}
