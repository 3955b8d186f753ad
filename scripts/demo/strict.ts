import { check, present, structured } from "./answers.ts";
import { Person } from "./browser.ts";
import { connect, disconnect } from "./connect.ts";
import { ensureProducts, raised } from "./products.ts";
import type { Session } from "./session.ts";
import type { Transcript } from "./transcript.ts";

/** A connection whose person approves on a page: an assistant that says yes by itself gets nowhere. */
export async function onlyHerClick(server: URL, email: string, session: Session, show: Transcript) {
  const { t } = show;
  show.step(t.strict);
  const own = await ensureProducts(session);
  const product = present(own[0], "product of the demo");
  const sale_price = raised(product.sale_price);
  const connected = await connect(server, email, () => false, { mode: "browser" });
  const { client } = connected;
  const call = async (name: string, args: Record<string, unknown>) => {
    show.call(name, args);
    return structured(name, await client.callTool({ name, arguments: args }));
  };
  show.person(t.askUpdate(product.name, show.money(sale_price)));
  const asked = await call("update_product", { tenant_id: session.company, id: product.id, sale_price });
  check(asked.status === "AWAITING_CONFIRMATION", `It ended as ${asked.status}`);
  const { operation_id, approval_url = "" } = asked;
  show.question(asked.confirmation_message);

  show.line(t.saysYesItself);
  const refused = await call("confirm_operation", { operation_id });
  check(refused.status === "AWAITING_CONFIRMATION", `The assistant's own yes ended as ${refused.status}`);
  show.line(t.stillWaiting);

  show.person(t.clicks(new URL(approval_url).pathname));
  await new Person(email).approve(new URL(approval_url));
  const done = await call("get_operation", { operation_id });
  show.outcome(done.results, ({ product: now }) => show.money(now?.sale_price ?? 0));
  check(done.status === "SUCCESS" && done.confirmed_by === "page", `It ended as ${done.status}`);
  await disconnect(connected);
}
