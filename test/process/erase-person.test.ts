import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { expect, it } from "vitest";
import { readOptions } from "../../scripts/erase/options.ts";
import { erasePerson, findPerson } from "../../scripts/erase/person.ts";
import { report } from "../../scripts/erase/report.ts";
import { type Stores, storesAt } from "../../scripts/erase/stores.ts";

const schema = [
  "0001_biterp",
  "0004_operations",
  "0005_sign_in",
  "0006_oauth_store",
  "0007_erasures",
  "0009_program_tokens",
  "0010_sign_in_bounds",
]
  .map((name) => readFileSync(new URL(`../../migrations/${name}.sql`, import.meta.url), "utf8"))
  .join("");

const hashOf = (email: string) => createHash("sha256").update(email).digest("hex");

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
    db.prepare("INSERT INTO program_token VALUES (?, ?, ?, 'Robô', '', 't', '', '', 1, 2, NULL)").run(
      `p-${person}`,
      person,
      person,
    );
    db.prepare(
      "INSERT INTO person_session (user_id, client_id, email_hash, connected_at) VALUES (?, 'read', ?, 1)",
    ).run(person, hashOf(`${person}@example.com`));
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
  const found = await erasePerson(at, { person: "o'neil", dryRun: false });
  const clients = ["c1", "later", "program:p-o'neil", "read"];
  expect(found).toEqual({
    userId: "o'neil",
    operations: 1,
    items: 1,
    grants: 1,
    tokens: 1,
    programs: 1,
    clients,
  });
  expect(connections(at.db)).toEqual(["grant:bruno:g", "token:bruno:g:t"]);
  expect(left(at.db)).toEqual([{ operation_id: "op-bruno" }]);
  expect(at.db.prepare("SELECT user_id, client_id FROM erasure ORDER BY client_id").all()).toEqual([
    ...clients.map((client_id) => ({ user_id: "o'neil", client_id })),
  ]);
  for (const table of ["program_token", "person_session"])
    expect(at.db.prepare(`SELECT user_id FROM ${table}`).all()).toEqual([{ user_id: "bruno" }]);
  expect(report(found, { person: "o'neil", remote: true, dryRun: false, port: 1 })).toContain(
    `["o'neil","c1"]`,
  );
});

it("removes what was archived after its operation was erased", async () => {
  const at = stores();
  at.db.exec("DELETE FROM operation WHERE user_id = 'bruno'");
  await erasePerson(at, { person: "bruno", dryRun: false });
  expect(left(at.db)).toEqual([{ operation_id: "op-o'neil" }]);
});

it("only looks when asked to", async () => {
  const at = stores();
  expect(await erasePerson(at, { person: "bruno", dryRun: true })).toMatchObject({
    operations: 1,
    grants: 1,
  });
  expect(connections(at.db)).toHaveLength(4);
  expect(left(at.db)).toHaveLength(2);
  expect(at.db.prepare("SELECT * FROM erasure").all()).toEqual([]);
});

it("wants one id or e-mail", () => {
  expect(readOptions([], {})).toBeUndefined();
  expect(readOptions(["a", "b"], {})).toBeUndefined();
  expect(readOptions(["a:b", "--remote"], {})).toMatchObject({
    person: "a:b",
    remote: true,
    dryRun: false,
  });
  expect(readOptions(["--help"], {})).toBe("help");
  expect(() => readOptions(["a", "--all"], {})).toThrow();
});

it("says plainly that no server was ever started on a port", () => {
  expect(() => storesAt("/nowhere/", { remote: false, port: 1 })).toThrow(/No server .* port 1,/);
});

it("finds a person by an e-mail, in whatever letters, and by an id with a colon", async () => {
  const at = stores();
  expect(await findPerson(at, " Bruno@Example.com ")).toBe("bruno");
  at.db.exec("INSERT INTO biterp_users VALUES ('u-1', 'ana@example.com', 'Ana', 'pt-BR', 'UTC')");
  expect(await findPerson(at, "ANA@example.com")).toBe("u-1");
  expect(await findPerson(at, "u-1")).toBe("u-1");
  at.db.exec("INSERT INTO erasure VALUES ('a%3Ab', 'c', 1), ('a%253Ab', 'c', 1)");
  expect(await findPerson(at, "a:b")).toBe("a%3Ab");
  expect(await findPerson(at, "a%3Ab")).toBe("a%253Ab");
});

it("refuses whom it cannot find, and an e-mail that was several people's", async () => {
  const at = stores();
  for (const nobody of ["brun", "nobody@example.com", "bruno@example", "%"])
    await expect(erasePerson(at, { person: nobody, dryRun: false })).rejects.toThrow(/Nothing is held about/);
  at.db
    .prepare(
      "INSERT INTO person_session (user_id, client_id, email_hash, connected_at) VALUES ('new', 'c', ?, 2)",
    )
    .run(hashOf("bruno@example.com"));
  await expect(erasePerson(at, { person: "bruno@example.com", dryRun: false })).rejects.toThrow(
    /several people: bruno, new/,
  );
  expect(connections(at.db)).toHaveLength(4);
});
