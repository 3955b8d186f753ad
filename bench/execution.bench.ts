import { countTokens } from "gpt-tokenizer";
import { it } from "vitest";
import { ANA, createCompany, createProducts } from "../test/support/companies";
import { Client } from "../test/support/mcp";
import { double } from "../test/support/worker";

const ITEMS = 50;
const DELAY_MS = 300;
const IN_FLIGHT = 5;

it(`executes ${ITEMS} items at ${DELAY_MS} ms each`, async () => {
  const ana = await Client.signIn({ user: "ana" });
  const { tenantId } = await createCompany({ members: { [ANA]: "admin" } });
  const names = Array.from({ length: ITEMS }, (_, at) => `Produto número ${String(at + 1).padStart(2, "0")}`);
  const rows = await createProducts(
    tenantId,
    names.map((name) => ({ name })),
  );
  const items = rows.map(({ id }) => ({ id }));
  const asked = await ana.call("delete_products", { tenant_id: tenantId, items });
  double.delay(DELAY_MS);
  const started = performance.now();
  const done = await ana.call("confirm_operation", { operation_id: String(asked.structured.operation_id) });
  const took = performance.now() - started;
  const least = Math.ceil(ITEMS / IN_FLIGHT) * DELAY_MS;
  console.log(
    [
      `status ${String(done.structured.status)}`,
      `${Math.round(took)} ms for the confirming call (company check included); ${least} ms is the least possible`,
      `ratio ${(took / least).toFixed(2)} (goal 1.25)`,
      `most in flight ${double.counts.maxInFlight}`,
      `result ${done.text.length} characters, ${countTokens(done.text)} tokens (goal under 5000)`,
    ].join("\n"),
  );
  double.reset();
});
