import type { BitErp } from "../../src/biterp/port";
import { Failure } from "../../src/errors";
import type { JsonObject } from "../../src/json";
import type { ItemLabel, Resolution } from "../../src/multi-item/item";
import type { ItemCall } from "../../src/multi-item/operation";
import type { ItemExecutor } from "../../src/session/parts";
import { type OperationWording, question } from "../../src/tool/wording";

/** A thing that is no product, as another part of an ERP would have it. */
export interface Invoice {
  number: string;
  customer: string;
  total: number;
  status: "open" | "settled" | "void";
}

/** One item of the call: which invoice to settle. */
export interface SettleItem {
  number: string;
}

/** An accounts office with invoices, which counts what it is asked for. */
export function invoiceOffice(invoices: Invoice[]) {
  const byNumber = new Map(invoices.map((one) => [one.number, { ...one }]));
  const keys: string[] = [];
  const office = {
    byNumber,
    keys,
    underWay: 0,
    mostUnderWay: 0,
    /** Numbers whose settling breaks. */
    broken: new Set<string>(),

    async settle(number: string, key: string): Promise<Invoice> {
      office.keys.push(key);
      office.underWay += 1;
      office.mostUnderWay = Math.max(office.mostUnderWay, office.underWay);
      await new Promise((resolve) => setTimeout(resolve, 2));
      office.underWay -= 1;
      const found = byNumber.get(number);
      if (!found || office.broken.has(number)) throw new TypeError("the office burned down");
      found.status = "settled";
      return found;
    },
  };
  return office;
}
export type InvoiceOffice = ReturnType<typeof invoiceOffice>;

/** Everything that a tool `settle_invoices` would hand the engine: what an item is, how it is found, done and put. */
export function settleInvoices(office: InvoiceOffice) {
  return {
    name: "settle_invoices",

    labelOf: ({ number }: SettleItem): ItemLabel => ({ name: number }),

    async resolve({ number }: SettleItem): Promise<Resolution> {
      const found = office.byNumber.get(number);
      if (!found) throw Failure.of("not_found", "error.not_found", { typed: number });
      const label: ItemLabel = { id: number, name: `${number} ${found.customer}` };
      if (found.status === "settled") {
        return { kind: "settled", key: number, label, entry: { already_settled: true } };
      }
      if (found.status === "void") {
        return { kind: "left_out", label, failure: Failure.of("conflict", "biterp.changed", {}).record };
      }
      return {
        kind: "actionable",
        key: number,
        label,
        target: { number },
        shown: { before: { status: found.status, total: found.total } },
      };
    },

    executor: {
      execute: async (_: BitErp, __: string, target: JsonObject, call: ItemCall): Promise<JsonObject> => ({
        invoice: { ...(await office.settle(String(target.number), call.idempotencyKey)) },
      }),
    } satisfies ItemExecutor,

    wording: {
      question: question({
        en: { one: "Settle 1 invoice", many: "Settle {count} invoices", at: "of" },
        "pt-BR": { one: "Baixar 1 fatura", many: "Baixar {count} faturas", at: "de" },
      }),
      describe: (shown) => `R$ ${(shown.before as JsonObject).total}`,
    } satisfies OperationWording,
  };
}
