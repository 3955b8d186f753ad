import { type Answer, check, present } from "./answers.ts";
import { ensureProducts, OWN, raised, UNKNOWN } from "./products.ts";
import type { Session } from "./session.ts";
import { names, type Transcript } from "./transcript.ts";

/** Tools, companies, a search, one change. */
export async function everyday({ client, company, call }: Session, show: Transcript) {
  const { t } = show;
  show.step(t.tools);
  const { tools } = await client.listTools();
  show.line(`${t.toolCount(tools.length)}: ${tools.map((tool) => tool.name).join(", ")}`);

  show.step(t.companies);
  show.person(t.askCompanies);
  const { tenants } = await call("list_tenants");
  for (const tenant of tenants) show.line(`• ${tenant.company_name} (${tenant.tenant}) · ${tenant.role}`);
  check(
    tenants.some(({ tenant }) => tenant === company),
    `${company} is not among the companies`,
  );

  show.step(t.search);
  show.person(t.askSearch);
  const { products } = await call("list_products", { tenant_id: company, search: "cafe torrado" });
  show.products(products);
  check(products.length > 1, "The search found too little");

  show.step(t.update);
  const own = await ensureProducts({ company, call });
  show.line(t.ready(names(own, t)));
  const product = present(own[0], "product of the demo");
  const next = raised(product.sale_price);
  show.person(t.askUpdate(product.name, show.money(next)));
  const changed = await call("update_product", { tenant_id: company, id: product.id, sale_price: next });
  show.line(
    `✔ ${t.updated(product.name, show.money(product.sale_price), show.money(changed.product.sale_price))}`,
  );
  check(changed.product.sale_price === next, "The price is not what was asked for");
}

/** The main job: three names, one of them unknown; then the evidence, and the way back. */
export async function cancelThree({ company, restores, call, ask }: Session, show: Transcript) {
  const { t } = show;
  const deleted = restores ? t.deleted : t.deletedForGood;
  show.step(t.main);
  const [first, third] = OWN.map(({ name }) => ({ name }));
  const subject = names([present(first, "name"), { name: UNKNOWN }, present(third, "name")], t);
  show.person(t.askMain(subject));
  const done = await ask("delete_products", { tenant_id: company, items: subject });
  show.outcome(done.results, () => deleted);
  expectPartial(done, [true, false, true]);

  show.step(t.evidence);
  show.person(t.askEvidence);
  const kept = await call("get_operation", { operation_id: done.operation_id });
  show.outcome(kept.results, (entry) => `${deleted}, ${t.tried(entry.tries ?? 0)}`);
  expectPartial(kept, [true, false, true]);
  check(
    kept.results.every((entry) => entry.tries === (entry.success ? 1 : 0)),
    "An item was sent more than once",
  );

  show.step(t.undo);
  show.person(t.askUndo);
  if (!restores) return show.line(t.cannotUndo);
  const items = kept.results.filter((entry) => entry.success).map(({ id }) => ({ id }));
  const back = await call("restore_products", { tenant_id: company, items });
  show.outcome(back.results, () => t.restored);
  check(back.status === "SUCCESS", `Restoring ended as ${back.status}`);
}

/** A name that fits several products: candidates, and nothing else happens. */
export async function doubtfulName({ company, call }: Session, show: Transcript) {
  const { t } = show;
  show.step(t.ambiguous);
  show.person(t.askAmbiguous);
  const refused = await call("delete_products", { tenant_id: company, items: [{ name: "Café Torrado" }] });
  const [entry] = refused.results;
  check(refused.status === "FAILED" && entry?.error === "ambiguous", `It ended as ${refused.status}`);
  show.line(entry.message ?? entry.error);
  show.line(t.which);
  show.products(entry.candidates ?? []);
  check((entry.candidates ?? []).length > 1, "No candidates were shown");
  show.line(t.nothingDone);
}

/** Several changes with one yes, one of them impossible; then the very same call once more. */
export async function changeSeveral({ company, call, ask }: Session, show: Transcript) {
  const { t } = show;
  show.step(t.many);
  const before = await ensureProducts({ company, call: (name, args) => call(name, args) });
  const items = [...before, { name: UNKNOWN, sale_price: 0 }].map(({ name, sale_price }) => ({
    name,
    changes: { sale_price: raised(sale_price) },
  }));
  show.person(t.askMany(names(items, t)));
  const args = { tenant_id: company, items, idempotency_key: crypto.randomUUID() };
  const done = await ask("update_products", args);
  const was = new Map(before.map(({ name, sale_price }) => [name, sale_price]));
  show.outcome(
    done.results,
    ({ product, name = "" }) => `${show.money(was.get(name) ?? 0)} → ${show.money(product?.sale_price ?? 0)}`,
  );
  expectPartial(done, [true, true, false]);

  show.step(t.repeat);
  const again = await call("update_products", args);
  check(again.replayed === true, "The repeated call was not recognised");
  const now = await ensureProducts({ company, call });
  check(
    now.every(({ sale_price }, index) => sale_price === items[index]?.changes.sale_price),
    "A price changed twice",
  );
  show.line(t.replayed);
}

function expectPartial(answer: Answer, success: boolean[]) {
  check(answer.status === "PARTIAL_SUCCESS", `It ended as ${answer.status} instead of PARTIAL_SUCCESS`);
  const got = answer.results.map((entry) => entry.success);
  check(got.join() === success.join(), `The products ended as ${got.join()} instead of ${success.join()}`);
}
