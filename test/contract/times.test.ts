import { beforeAll, expect, it } from "vitest";
import type { JsonObject } from "../../src/json";
import { createProducts } from "../support/companies";
import type { Client } from "../support/mcp";
import { owner } from "../support/people";

const BORN = "2026-03-11T02:30:00Z";
/** What looks like a time; each must be one instant. */
const TIME = /\d{4}-\d{2}-\d{2}T[\d:.]+\S*/g;
const WITH_OFFSET = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/;

let client: Client;
let tenant_id: string;
beforeAll(async () => {
  ({ client, tenant_id } = await owner());
});

function timesIn(value: unknown): string[] {
  if (typeof value === "string") return value.match(TIME) ?? [];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(timesIn);
}

it("gives the instant a product was made, near midnight, whatever the reader's zone", async () => {
  const [row] = await createProducts(tenant_id, [{ name: "Perto da meia-noite", created_at: BORN }]);
  const one = await client.call("get_product", { tenant_id, id: String(row?.id) });
  const list = await client.call("list_products", { tenant_id, search: "meia-noite" });
  for (const product of [one.structured.product, (list.structured.products as JsonObject[])[0]]) {
    const { created_at } = product as { created_at: string };
    expect(created_at).toMatch(WITH_OFFSET);
    expect(Date.parse(created_at)).toBe(Date.parse(BORN));
  }
});

it("writes an offset on every time of every result", async () => {
  const [row] = await createProducts(tenant_id, [{ name: "Com horas" }]);
  const asked = await client.call("delete_products", { tenant_id, items: [{ id: String(row?.id) }] });
  const operation_id = String(asked.structured.operation_id);
  const answers = [
    asked,
    await client.call("get_operation", { operation_id }),
    await client.call("confirm_operation", { operation_id }),
    await client.call("get_operation", { operation_id }),
    await client.call("delete_product", { tenant_id, id: String(row?.id) }),
    await client.call("restore_products", { tenant_id, items: [{ id: String(row?.id) }] }),
    await client.call("update_product", { tenant_id, id: String(row?.id), sale_price: 2 }),
    await client.call("list_products", { tenant_id }),
  ];
  for (const { structured, text } of answers) {
    for (const time of timesIn(structured)) expect(time, text).toMatch(WITH_OFFSET);
  }
  expect(answers.flatMap(({ structured }) => timesIn(structured)).length).toBeGreaterThan(12);
});

it("tells a person until when a question is open, in the person's own zone", async () => {
  expect((await client.call("get_user_data")).structured.timezone).toBe("America/Sao_Paulo");
  const [row] = await createProducts(tenant_id, [{ name: "Hora local" }]);
  const asked = await client.call("delete_products", { tenant_id, items: [{ id: String(row?.id) }] });
  const expires = new Date(String(asked.structured.expires_at));
  const there = new Intl.DateTimeFormat("pt-BR", {
    timeZone: "America/Sao_Paulo",
    hour: "2-digit",
    minute: "2-digit",
  }).format(expires);
  expect(String(asked.structured.confirmation_message)).toContain(there);
});

it("moves the time of the last change, and never that of the making", async () => {
  const [row] = await createProducts(tenant_id, [{ name: "Muda", created_at: BORN }]);
  const changed = await client.call("update_product", { tenant_id, id: String(row?.id), sale_price: 2 });
  const { created_at, updated_at } = changed.structured.product as { created_at: string; updated_at: string };
  expect(Date.parse(created_at)).toBe(Date.parse(BORN));
  expect(Date.parse(updated_at)).toBeGreaterThan(Date.parse(BORN));
});
