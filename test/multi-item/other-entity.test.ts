import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { BitErp } from "../../src/biterp/port";
import type { JsonObject } from "../../src/json";
import { digestOf } from "../../src/multi-item/digest";
import type { LedgerItem } from "../../src/multi-item/item";
import type { OperationDraft, OperationRecord } from "../../src/multi-item/operation";
import { actionable, plan } from "../../src/multi-item/plan";
import { Ledger } from "../../src/session/ledger";
import { newOperationId } from "../../src/session/operation-id";
import { runOperation } from "../../src/session/runner";
import type { ToolAnswer } from "../../src/tool/declaration";
import { presentOperation } from "../../src/tool/present-operation";
import { fullQuestion } from "../../src/tool/question";
import { type Invoice, type InvoiceOffice, invoiceOffice, settleInvoices } from "../support/invoices";
import type { Session } from "../support/worker";

const invoice = (number: string, rest: Partial<Invoice> = {}): Invoice => ({
  number,
  customer: "Bar do Zé",
  total: 100,
  status: "open",
  ...rest,
});

/** Runs in the database of a session object that nobody else has. */
function inLedger<T>(work: (ledger: Ledger) => Promise<T>): Promise<T> {
  const stub = env.SESSION.getByName(crypto.randomUUID()) as unknown as DurableObjectStub<Session>;
  return runInDurableObject(stub, (_, state) => work(new Ledger(state.storage)));
}

const tenant = { tenant_id: crypto.randomUUID(), tenant: "loja", company_name: "Loja & Filhos" };

async function draftOf(office: InvoiceOffice, numbers: string[]): Promise<OperationDraft> {
  const tool = settleInvoices(office);
  const read = numbers.map((number) => ({ ok: true as const, value: { number } }));
  return {
    tool: tool.name,
    permission: "invoices:settle",
    tenant,
    user_id: "u",
    connection_id: "c",
    client_id: "c",
    language: "en",
    asks: true,
    digest: await digestOf({ tool: tool.name, items: numbers }),
    request_id: "r",
    items: await plan(read, tool.resolve, tool.labelOf, "share"),
  };
}

async function run(
  ledger: Ledger,
  office: InvoiceOffice,
  draft: OperationDraft,
  prepare: (items: LedgerItem[]) => LedgerItem[] = (items) => items,
): Promise<{ operation: OperationRecord; told: [number, number][] }> {
  const id = newOperationId();
  ledger.add(id, { ...draft, items: prepare(draft.items) }, { mode: "assistant", asked: true }, Date.now());
  expect(ledger.take(id, Date.now(), "client")).toBe(true);
  expect(ledger.take(id, Date.now(), "client")).toBe(false);
  const taken = ledger.get(id);
  if (!taken) throw new Error("not stored");
  const told: [number, number][] = [];
  const connection = { erp: {} as BitErp, honoursIdempotencyKeys: true };
  await runOperation(ledger, taken, settleInvoices(office).executor, connection, (done, total) =>
    told.push([done, total]),
  );
  const operation = ledger.get(id);
  if (!operation) throw new Error("lost");
  return { operation, told };
}

const shown = (operation: OperationRecord, office: InvoiceOffice): ToolAnswer & { kind: "result" } => {
  const view = { language: "en" as const, timezone: "UTC", approvalUrl: () => "" };
  const answer = presentOperation({ operation, replayed: false }, settleInvoices(office).wording, view);
  if (answer.kind !== "result") throw new Error("a question");
  return answer;
};

describe("invoices, which the engine has never heard of", () => {
  it("are resolved, asked about once, settled and answered one by one", async () => {
    const office = invoiceOffice([
      invoice("F-1"),
      invoice("F-2", { status: "settled" }),
      invoice("F-3", { status: "void" }),
      invoice("F-4", { total: 250 }),
      invoice("F-5"),
    ]);
    office.broken.add("F-5");
    const draft = await draftOf(office, ["F-1", "F-2", "F-3", "F-9", "F-4", "F-1", "F-5"]);
    const question = fullQuestion(draft, settleInvoices(office).wording, "en");
    expect(question.split("\n")[0]).toBe("Settle 3 invoices of “Loja & Filhos”? 2 items are left out.");
    expect(question.split("\n")).toHaveLength(8);
    expect(question).toContain("F-4 Bar do Zé");
    expect(question).toContain("R$ 250");
    expect(office.keys).toEqual([]);

    const { operation, told } = await inLedger((ledger) => run(ledger, office, draft));
    const { structured, isError } = shown(operation, office);
    expect(isError).toBeUndefined();
    expect(structured).toMatchObject({
      status: "PARTIAL_SUCCESS",
      summary: { total: 7, succeeded: 4, failed: 3 },
      failures: [2, 3, 6],
    });
    const results = structured.results as JsonObject[];
    expect(results.map((entry) => entry.error ?? "ok")).toEqual([
      "ok",
      "ok",
      "conflict",
      "not_found",
      "ok",
      "ok",
      "internal_error",
    ]);
    expect(results[0]).toMatchObject({ id: "F-1", success: true, invoice: { status: "settled" } });
    expect(results[1]).toMatchObject({ already_settled: true });
    expect(results[5]).toMatchObject({ duplicate_of: 0, success: true });
    expect(JSON.stringify(structured)).not.toContain("burned");
    expect(told).toEqual([
      [1, 3],
      [2, 3],
      [3, 3],
    ]);
    expect(office.keys.toSorted()).toEqual([0, 4, 6].map((index) => `${operation.operation_id}.${index}`));
  });

  it("are settled five at a time, each with a key of its own", async () => {
    const numbers = Array.from({ length: 50 }, (_, at) => `F-${at}`);
    const office = invoiceOffice(numbers.map((number) => invoice(number)));
    const draft = await draftOf(office, numbers);
    expect(actionable(draft.items)).toHaveLength(50);
    const { operation } = await inLedger((ledger) => run(ledger, office, draft));
    expect(operation.status).toBe("SUCCESS");
    expect(office.mostUnderWay).toBe(5);
    expect(new Set(office.keys).size).toBe(50);
    expect(operation.items.every((item) => item.tries === 1 && item.sent_at && item.answered_at)).toBe(true);
  });

  it("are taken up where a run broke off: what was done is not done again", async () => {
    const office = invoiceOffice(["F-1", "F-2", "F-3"].map((number) => invoice(number)));
    const draft = await draftOf(office, ["F-1", "F-2", "F-3"]);
    const { operation } = await inLedger((ledger) =>
      run(ledger, office, draft, ([first, second, ...rest]) => {
        if (!first || !second) throw new Error("too few");
        const done: LedgerItem = { ...first, state: "done", entry: { invoice: {} }, tries: 1 };
        return [done, { ...second, state: "sent", tries: 1 }, ...rest];
      }),
    );
    expect(operation.status).toBe("SUCCESS");
    expect(office.keys).toEqual([1, 2].map((index) => `${operation.operation_id}.${index}`));
    expect(operation.items.map((item) => item.tries)).toEqual([1, 2, 1]);
  });
});
