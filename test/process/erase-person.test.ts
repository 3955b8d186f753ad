import { readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { expect, it } from "vitest";
import { readOptions } from "../../scripts/erase/options.ts";
import { erasePerson } from "../../scripts/erase/person.ts";
import { report } from "../../scripts/erase/report.ts";
import { type Stores, storesAt } from "../../scripts/erase/stores.ts";

const schema = ["0004_operations", "0006_oauth_store", "0007_erasures"]
  .map((name) => readFileSync(new URL(`../../migrations/${name}.sql`, import.meta.url), "utf8"))
  .join("");

/** The database in memory, with an operation and a connection of two people each. */
function stores(): Stores & { db: DatabaseSync } {
  const db = new DatabaseSync(":memory:");
  db.exec(schema);
  const put = db.prepare("INSERT INTO oauth_entry (key, value) VALUES (?, ?)");
  for (const [person, client] of [
    ["o'neil", "c1"],
    ["bruno", "c2"],
  ] as const) {
    db.prepare(
      "INSERT INTO operation (id, user_id, client_id, tenant_id, tool, created_at) VALUES (?, ?, ?, 't', 'x', '')",
    ).run(`op-${person}`, person, client);
    db.prepare("INSERT INTO operation_item VALUES (?, 0, '{}')").run(`op-${person}`);
    put.run(`grant:${person}:g`, JSON.stringify({ clientId: "later" }));
    put.run(`token:${person}:g:t`, "{}");
  }
  return {
    db,
    query: async (sql) => {
      const statements = sql.split("; ").map((one) => db.prepare(one).all());
      return statements.at(-1) ?? [];
    },
  };
}

const connections = (db: DatabaseSync) =>
  db
    .prepare("SELECT key FROM oauth_entry ORDER BY key")
    .all()
    .map(({ key }) => key);

const left = (db: DatabaseSync) => db.prepare("SELECT operation_id FROM operation_item").all();

it("erases one person, whatever the id holds, and names the session objects", async () => {
  const at = stores();
  const found = await erasePerson(at, { userId: "o'neil", dryRun: false });
  expect(found).toEqual({ operations: 1, items: 1, grants: 1, tokens: 1, clients: ["c1", "later"] });
  expect(connections(at.db)).toEqual(["grant:bruno:g", "token:bruno:g:t"]);
  expect(left(at.db)).toEqual([{ operation_id: "op-bruno" }]);
  expect(at.db.prepare("SELECT user_id, client_id FROM erasure ORDER BY client_id").all()).toEqual([
    { user_id: "o'neil", client_id: "c1" },
    { user_id: "o'neil", client_id: "later" },
  ]);
  expect(report(found, { userId: "o'neil", remote: true, dryRun: false, port: 1 })).toContain(
    `["o'neil","c1"]`,
  );
});

it("removes what was archived after its operation was erased", async () => {
  const at = stores();
  at.db.exec("DELETE FROM operation WHERE user_id = 'bruno'");
  await erasePerson(at, { userId: "bruno", dryRun: false });
  expect(left(at.db)).toEqual([{ operation_id: "op-o'neil" }]);
});

it("only looks when asked to", async () => {
  const at = stores();
  expect(await erasePerson(at, { userId: "bruno", dryRun: true })).toMatchObject({
    operations: 1,
    grants: 1,
  });
  expect(connections(at.db)).toHaveLength(4);
  expect(left(at.db)).toHaveLength(2);
  expect(at.db.prepare("SELECT * FROM erasure").all()).toEqual([]);
});

it("wants one id, written as the server files it", () => {
  expect(readOptions([], {})).toBeUndefined();
  expect(readOptions(["a", "b"], {})).toBeUndefined();
  expect(readOptions(["a:b", "--remote"], {})).toMatchObject({
    userId: "a%3Ab",
    remote: true,
    dryRun: false,
  });
  expect(readOptions(["--help"], {})).toBe("help");
  expect(() => readOptions(["a", "--all"], {})).toThrow();
});

it("says plainly that no server was ever started on a port", () => {
  expect(() => storesAt("/nowhere/", { remote: false, port: 1 })).toThrow(/No server .* port 1,/);
});
