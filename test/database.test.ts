import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { DATABASE_LIMIT_MS, DatabaseUnavailable, guardedDatabase, repeatedly } from "../src/database";
import { database, steeredDatabase } from "./support/database";
import { shorten } from "./support/timers";

const db = guardedDatabase(steeredDatabase(env.DB));
const ONE = "SELECT 1 AS one";

beforeEach(() => shorten(DATABASE_LIMIT_MS, 20));
afterEach(() => {
  database.reset();
  vi.restoreAllMocks();
});

/** The database fails so often, and then works again. */
function fails(times: number, how: "refuse" | "stall" | "lose" = "refuse") {
  let left = times;
  database.outage = () => (left-- > 0 ? how : undefined);
}

it("answers like the database behind it", async () => {
  expect(await db.prepare("SELECT ? AS a, ? AS b").bind(1, "x").first()).toEqual({ a: 1, b: "x" });
  expect(await db.prepare(ONE).first("one")).toBe(1);
  expect((await db.prepare(ONE).all()).results).toEqual([{ one: 1 }]);
  expect(await db.prepare(ONE).raw()).toEqual([[1]]);
  const rows = await db.batch([db.prepare(ONE), db.prepare("SELECT 2 AS two")]);
  expect(rows.map(({ results }) => results)).toEqual([[{ one: 1 }], [{ two: 2 }]]);
});

it.each([
  ["a read", () => db.prepare(`\n  ${ONE}`).first()],
  ["a batch of reads", () => db.batch([db.prepare(ONE), db.prepare(ONE)])],
])("tries %s three times", async (_, ask) => {
  fails(2);
  await ask();
  expect(database.log).toHaveLength(3);
  fails(3);
  await expect(ask()).rejects.toThrow(DatabaseUnavailable);
  expect(database.log).toHaveLength(6);
});

const WRITE = "INSERT INTO sign_in (id, sealed, expires_at) VALUES ('w', '', 1) ON CONFLICT DO NOTHING";

it.each([
  ["a write", () => db.prepare(WRITE).run()],
  ["a write that reads first", () => db.prepare(`WITH a AS (${ONE}) DELETE FROM sign_in`).run()],
  ["a batch with a write", () => db.batch([db.prepare(ONE), db.prepare(WRITE)])],
])("never repeats %s by itself", async (_, ask) => {
  fails(1);
  await expect(ask()).rejects.toThrow(DatabaseUnavailable);
  expect(database.log).toHaveLength(1);
});

it("repeats what may be done twice, and says that it is a repeat", async () => {
  const told: boolean[] = [];
  fails(1, "lose");
  await repeatedly((again) => {
    told.push(again);
    return db.prepare(WRITE).run();
  });
  expect(told).toEqual([false, true]);
});

it("waits for no answer longer than its limit, and asks no second time", async () => {
  fails(2, "stall");
  await expect(db.prepare(ONE).first()).rejects.toMatchObject({ name: "DatabaseUnavailable", late: true });
  await expect(db.prepare(WRITE).run()).rejects.toMatchObject({ late: true });
  expect(database.log).toHaveLength(2);
});

it("leaves no timer behind an answer", async () => {
  const cleared = vi.spyOn(globalThis, "clearTimeout");
  await db.prepare(ONE).first();
  expect(cleared).toHaveBeenCalledTimes(1);
});

it.each([
  ["a wrong statement", () => db.prepare("SELECT nothing FROM nowhere").first()],
  ["a broken rule", () => db.prepare("INSERT INTO sign_in (id) VALUES (NULL)").run()],
  ["a value of a wrong kind", async () => db.prepare("SELECT ?").bind({}).first()],
])("lets %s through as the fault of ours that it is, at once", async (_, ask) => {
  const error = await ask().then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(Error);
  expect(error).not.toBeInstanceOf(DatabaseUnavailable);
  expect(database.log.length).toBeLessThan(2);
});
