import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { LedgerItem } from "../../src/multi-item/item";
import { Ledger } from "../../src/session/ledger";
import { Client } from "../support/mcp";
import { crash, ended, inSession, runAlarm } from "../support/session";
import { codes, many, operationOf, repriced, resetBitErp, shop } from "../support/sets";
import { double } from "../support/worker";

// Many requests each, on whatever machine.
vi.setConfig({ testTimeout: 30_000 });

let ana: Client;
let lines: { event: string; operation_id?: string; tries?: number }[];
beforeAll(async () => {
  ana = await Client.signIn({ user: "ana" });
});
beforeEach(() => {
  lines = [];
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.spyOn(console, "log").mockImplementation((line: string) => lines.push(JSON.parse(line)));
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  resetBitErp();
});

async function pending(count: number) {
  const { tenant_id, ids } = await shop(many(count));
  const operation_id = operationOf(await ana.call("update_products", { tenant_id, items: repriced(ids) }));
  return { tenant_id, ids, operation_id };
}

interface Row {
  status: string;
  tries: number;
  due_at: number;
}
async function rowOf(operation_id: string): Promise<Row> {
  const [row] = await inSession(
    ana,
    "SELECT status, tries, due_at FROM operation WHERE id = ?",
    operation_id,
  );
  return row as Row;
}

/** Lets the time come for each next try, until there is none. @returns the pauses before them, in milliseconds */
async function allTries(operation_id: string): Promise<number[]> {
  const pauses: number[] = [];
  for (;;) {
    const { status, due_at } = await rowOf(operation_id);
    if (status !== "RUNNING") return pauses;
    expect(pauses.length).toBeLessThan(10);
    pauses.push(due_at - Date.now());
    vi.setSystemTime(due_at);
    await runAlarm(ana);
  }
}

const broken = (operation_id: string) =>
  lines.filter((line) => line.event === "run_broken" && line.operation_id === operation_id);

/** Writing down an item in this state breaks, each time. */
function breakAt(state: LedgerItem["state"]): void {
  const { saveItem } = Ledger.prototype;
  vi.spyOn(Ledger.prototype, "saveItem").mockImplementation(function (this: Ledger, id, item) {
    if (item.state === state) throw new TypeError("a bug, by a test");
    return saveItem.call(this, id, item);
  });
}

describe("a run that breaks each time (case 83)", () => {
  it("at its end is tried ten times with growing pauses, logged each time, and then ends as its items did", async () => {
    const { operation_id } = await pending(2);
    vi.spyOn(Ledger.prototype, "finish").mockImplementation(() => {
      throw new TypeError("a bug, by a test");
    });
    const running = await ana.call("confirm_operation", { operation_id });
    expect(running.structured.status).toBe("RUNNING");
    const pauses = await allTries(operation_id);
    expect(pauses).toHaveLength(9);
    expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
    expect(pauses.at(-1)).toBeGreaterThan(100 * Number(pauses[0]));
    expect(broken(operation_id).map(({ tries }) => tries)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(lines).toContainEqual({ event: "run_given_up", operation_id });
    expect(JSON.stringify(lines)).not.toContain("Vela");
    const done = await ana.call("get_operation", { operation_id });
    expect(codes(done)).toEqual(["ok", "ok"]);
    expect(double.counts.writes).toBe(2);
  });

  it.each<[LedgerItem["state"], string, number]>([
    ["sent", "internal_error", 0],
    ["done", "unknown_outcome", 2],
  ])("before an item is noted as %s ends with %s", async (state, code, written) => {
    const { operation_id } = await pending(2);
    breakAt(state);
    await ana.call("confirm_operation", { operation_id });
    await allTries(operation_id);
    expect(broken(operation_id)).toHaveLength(10);
    const done = await ana.call("get_operation", { operation_id });
    expect(done.structured.status).toBe("FAILED");
    expect(codes(done)).toEqual([code, code]);
    expect(double.counts.writes).toBe(written);
    expect(await inSession(ana, "SELECT archived FROM operation WHERE id = ?", operation_id)).toEqual([
      { archived: 1 },
    ]);
  });

  it("is not tried sooner because somebody asks", async () => {
    const { operation_id } = await pending(1);
    breakAt("done");
    for (let call = 0; call < 5; call += 1) {
      const answer = await ana.call("confirm_operation", { operation_id });
      expect(answer.structured.status).toBe("RUNNING");
    }
    await runAlarm(ana);
    expect((await rowOf(operation_id)).tries).toBe(1);
    vi.restoreAllMocks();
    vi.setSystemTime((await rowOf(operation_id)).due_at);
    expect(codes(await ended(ana, operation_id))).toEqual(["ok"]);
    expect(double.counts.writes).toBe(1);
  });

  it("and takes the object down with it is given up all the same", async () => {
    const { operation_id } = await pending(1);
    await ana.call("get_operation", { operation_id });
    await inSession(ana, "UPDATE operation SET status = 'RUNNING', tries = 10 WHERE id = ?", operation_id);
    await crash(ana);
    await inSession(ana, "SELECT 1");
    expect((await ana.call("confirm_operation", { operation_id })).structured.status).toBe("FAILED");
    expect(codes(await ana.call("get_operation", { operation_id }))).toEqual(["internal_error"]);
    expect(double.counts.writes).toBe(0);
  });

  it("because a later version stored it waits, and then ends", async () => {
    const { operation_id } = await pending(1);
    await inSession(ana, "UPDATE operation SET draft_version = 99 WHERE id = ?", operation_id);
    await ana.call("confirm_operation", { operation_id });
    expect((await rowOf(operation_id)).tries).toBe(1);
    await allTries(operation_id);
    expect(codes(await ana.call("get_operation", { operation_id }))).toEqual(["internal_error"]);
    expect(double.counts.writes).toBe(0);
  });
});

describe("a row that cannot be read", () => {
  it.each([["{"], ["null"], ["{}"], ["[1]"]])("of an item is that item's loss alone (%s)", async (body) => {
    const { operation_id } = await pending(3);
    const poison = "UPDATE item SET body = ? WHERE operation_id = ? AND idx = 1";
    await inSession(ana, poison, body, operation_id);
    const done = await ana.call("confirm_operation", { operation_id });
    expect(codes(done)).toEqual(["ok", "internal_error", "ok"]);
    expect(done.structured.status).toBe("PARTIAL_SUCCESS");
    expect(lines).toContainEqual({ event: "item_unreadable", operation_id, item: 1 });
    expect(double.counts.writes).toBe(2);
  });

  it("of an item that was sent is of unknown outcome", async () => {
    const { operation_id } = await pending(2);
    const poison = "UPDATE item SET body = '{', state = 'sent' WHERE operation_id = ? AND idx = 0";
    await inSession(ana, poison, operation_id);
    expect(codes(await ana.call("confirm_operation", { operation_id }))).toEqual(["unknown_outcome", "ok"]);
  });

  it("of an operation ends it, and disturbs no other", async () => {
    const { operation_id } = await pending(1);
    await inSession(ana, "UPDATE operation SET status = 'RUNNING', draft = '{' WHERE id = ?", operation_id);
    const other = await pending(2);
    await runAlarm(ana);
    expect(codes(await ana.call("confirm_operation", { operation_id: other.operation_id }))).toEqual([
      "ok",
      "ok",
    ]);
    await allTries(operation_id);
    expect((await rowOf(operation_id)).status).toBe("FAILED");
    expect(broken(operation_id)).toHaveLength(10);
    await inSession(ana, "DELETE FROM operation WHERE id = ?", operation_id);
  });
});
