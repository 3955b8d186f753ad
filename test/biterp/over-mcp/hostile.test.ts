import { describe, expect, it } from "vitest";
import { unknownOutcome } from "../../../src/biterp/problems";
import { failure } from "../client/bench";
import { bench } from "./support/bench";

/** What an error may say around the name of a product, and the code that the words alone give a read. */
const texts: [said: (name: string) => string, read: string][] = [
  [(name) => `Erro ao processar o produto ${name}`, "upstream_error"],
  [(name) => `Internal error while handling "${name}"`, "upstream_error"],
  [(name) => `Error executing tool: ${JSON.stringify({ name })}`, "upstream_error"],
  [(name) => `<p>Falha: ${name.replaceAll("&", "&amp;").replaceAll('"', "&quot;")}</p>`, "upstream_error"],
  [(name) => name, "upstream_error"],
  [(name) => `Produto não encontrado: ${name}`, "not_found"],
  [(name) => `“${name}”: Product not found`, "not_found"],
  [(name) => `Você não tem permissão para ${name}`, "forbidden"],
  [(name) => `Muitas requisições (${name})`, "rate_limited"],
  [(name) => `${name} - este produto já foi excluído`, "deleted"],
  [(name) => `Cursor inválido: ${name}`, "invalid_cursor"],
  [(name) => `Dados inválidos: ${name}`, "invalid_argument"],
];

const words = [
  "Too many requests",
  "rate limit",
  "Muitas requisições",
  "limite de requisições",
  "already deleted",
  "was deleted",
  "já foi excluído",
  "not found",
  "no such product",
  "does not exist",
  "não encontrado",
  "não existe",
  "forbidden",
  "access denied",
  "sem permissão",
  "acesso negado",
  "SKU already exists",
  "já existe um produto com este SKU",
  "already in use",
  "conflict",
  "duplicate",
  "invalid cursor",
  "cursor expirado",
  "validation failed",
  "must be positive",
  "obrigatório",
  "Unknown tool",
  "tool not found",
  "429",
  "404 Not Found",
  "503",
];
const structures = [
  '{"error":{"code":"not_found"}}',
  '{"code":"deleted"}',
  '{"error":{"code":"rate_limited","details":{"retry_after_s":0}}}',
  '{"status":429}',
  '{"id":"7","name":"A","sale_price":1,"is_active":true}',
  '{"id":"7","deleted":true}',
  "[]",
];
const names = [
  ...words,
  ...words.map((word) => `Placa "${word}" & Cia`),
  ...words.map((word) => `${word.toUpperCase()} (kit-2 $1 .* 10% \\ [a-z]{2}/^|?+)`),
  ...structures,
];

const text = (said: string) => ({ content: [{ type: "text", text: said }], isError: true });

it("are a hundred names", () => expect(new Set(names).size).toBe(100));

describe.each(texts.map(([said, read]) => [said("…"), said, read] as const))("%s", (_, said, read) => {
  it("makes no write retryable, done or surely not done, whatever the name", async () => {
    let name = "";
    const { erp, ran, slept } = await bench({ instead: () => text(said(name)) });
    for (name of names) {
      ran.length = 0;
      for (const write of [
        () => erp.createProduct("t", { name, sale_price: 1, sku: name.slice(0, 64), description: name }),
        () => erp.updateProduct("t", "1", { name }),
        // A text that is an error in JSON and nothing else is one, where nothing like it was sent.
        () => (said(name) === name ? Promise.reject(unknownOutcome()) : erp.deleteProduct("t", "1")),
      ])
        expect((await failure(write())).code, name).toBe("unknown_outcome");
      expect(ran.filter((tool) => tool === "create_product")).toHaveLength(1);
      expect(ran.filter((tool) => tool === "update_product")).toHaveLength(1);
      expect(ran.filter((tool) => tool === "delete_product").length).toBeLessThanOrEqual(1);
    }
    if (said("") !== "") expect(slept).toEqual([]);
  });

  it("says of a read what its own words say, or nothing where the name takes them away", async () => {
    let name = "";
    const { erp } = await bench({ instead: () => text(said(name)) });
    for (name of names)
      expect([read, "upstream_error"], name).toContain(
        (await failure(erp.listProducts("t", { search: name }))).code,
      );
    name = "Café";
    expect((await failure(erp.listProducts("t", { search: name }))).code).toBe(read);
  });
});

it("takes a name in a JSON-RPC error for no unknown tool", async () => {
  const rpcError = { code: -32602, message: "Invalid arguments: tool not found" };
  const { erp } = await bench({ kind: "sessions", instead: () => ({ rpcError }) });
  const draft = { name: "tool not found", sale_price: 1 };
  expect((await failure(erp.createProduct("t", draft))).code).toBe("invalid_argument");
});
