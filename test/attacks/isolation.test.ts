import { afterEach, beforeAll, describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/json";
import { createProducts, setRole } from "../support/companies";
import { failure } from "../support/failures";
import { Client, message } from "../support/mcp";
import { type Owner, owner, signInAs } from "../support/people";
import { post, request } from "../support/raw";
import { codes, namesIn, operationOf, resetBitErp, writesSent } from "../support/sets";

let victim: Owner;
let attacker: Owner;
beforeAll(async () => {
  victim = await owner({ roles: ["admin", "admin"] });
  attacker = await owner();
});
afterEach(resetBitErp);

const secret = () => `Segredo ${crypto.randomUUID().slice(0, 8)}`;
const without = (text: string, id: string) => text.replaceAll(id, "…").replace(/"request_id":"[^"]*"/, "");

describe("two people at the same moment", () => {
  it("get their own answers to the same JSON-RPC ids, headers and progress tokens", async () => {
    const mine = secret();
    const theirs = secret();
    await createProducts(victim.tenant_id, [{ name: mine }]);
    await createProducts(attacker.tenant_id, [{ name: theirs }]);
    const ask = async (who: Owner, id: number) => {
      const params = {
        name: "list_products",
        arguments: { tenant_id: who.tenant_id, limit: 100 },
        _meta: { progressToken: id, "openai/session": "same" },
      };
      const headers = { "Mcp-Session-Id": "same", traceparent: `00-${"a".repeat(32)}-${"b".repeat(16)}-01` };
      const answer = await post(
        who.client.connection.accessToken,
        request("tools/call", params, id),
        headers,
      );
      return message(answer);
    };
    const rounds = Array.from({ length: 12 }, (_, id) => id);
    const answers = await Promise.all(rounds.flatMap((id) => [ask(victim, id), ask(attacker, id)]));
    for (const [at, answer] of answers.entries()) {
      const [own, other] = at % 2 === 0 ? [mine, theirs] : [theirs, mine];
      expect(answer.id).toBe(Math.floor(at / 2));
      expect(JSON.stringify(answer)).toContain(own);
      expect(JSON.stringify(answer)).not.toContain(other);
    }
  });

  it("cannot cancel one another's calls by their ids", async () => {
    const cancel = JSON.stringify({
      jsonrpc: "2.0",
      method: "notifications/cancelled",
      params: { requestId: 7, reason: "not yours" },
    });
    const call = { name: "list_tenants", arguments: {} };
    const [answer, ...cancelled] = await Promise.all([
      post(victim.client.connection.accessToken, request("tools/call", call, 7)),
      ...Array.from({ length: 5 }, () => post(attacker.client.connection.accessToken, cancel)),
    ]);
    expect(cancelled.map(({ status }) => status)).toEqual([202, 202, 202, 202, 202]);
    expect(await message(answer)).toMatchObject({
      id: 7,
      result: { structuredContent: { tenants: [{}, {}] } },
    });
  });

  it("keep their idempotency keys apart, in whichever order they come", async () => {
    const make = (who: Owner, name: string) =>
      who.client.call("create_product", {
        tenant_id: who.tenant_id,
        name,
        sale_price: 1,
        idempotency_key: "same-key",
      });
    const [one, other] = await Promise.all([make(victim, "Da Vítima"), make(attacker, "Do Outro")]);
    expect(one.structured.product).toMatchObject({ name: "Da Vítima" });
    expect(other.structured.product).toMatchObject({ name: "Do Outro" });
  });
});

describe("a foreign id is like one that never was", () => {
  it("of a product, with every tool that takes one", async () => {
    const name = secret();
    const [row] = await createProducts(victim.tenant_id, [{ name, sku: "SEGREDO-1", sale_price: 77 }]);
    const id = String(row?.id);
    const unknown = crypto.randomUUID();
    const calls = (one: string): [string, JsonObject][] => [
      ["get_product", { id: one }],
      ["get_products", { items: [{ id: one }] }],
      ["update_product", { id: one, sale_price: 1 }],
      ["update_products", { items: [{ id: one, changes: { sale_price: 1 } }] }],
      ["delete_product", { id: one }],
      ["delete_products", { items: [{ id: one }] }],
      ["restore_products", { items: [{ id: one }] }],
      ["validate_products", { items: [{ id: one }] }],
    ];
    const foreign = calls(id);
    for (const [at, [tool, args]] of calls(unknown).entries()) {
      const never = await attacker.client.call(tool, args);
      const theirs = await attacker.client.call(tool, foreign[at]?.[1] ?? {});
      expect(without(theirs.text, id)).toBe(without(never.text, unknown));
      expect(theirs.text).not.toContain(name);
    }
    expect(writesSent().filter((write) => write.includes(victim.tenant_id))).toEqual([]);
    expect(await namesIn(victim.client, victim.tenant_id)).toContain(name);
  });

  it("of a company, with its id, slug or name, and in any spelling", async () => {
    const { tenantId, slug, name } = victim.companies[0];
    const spellings = [tenantId, tenantId.toUpperCase(), slug, ` ${slug} `, slug.toUpperCase(), name];
    const unknown = failure(
      await attacker.client.call("list_products", { tenant_id: "nenhuma" }),
      "tenant_not_found",
    );
    for (const typed of spellings) {
      const error = failure(
        await attacker.client.call("list_products", { tenant_id: typed }),
        "tenant_not_found",
      );
      expect(error.details).toEqual(unknown.details);
      expect(error.message.replace(typed.trim(), "nenhuma").replace(typed, "nenhuma")).toBe(unknown.message);
    }
  });

  it("of an operation, in any spelling, whoever the person works with", async () => {
    const [row] = await createProducts(victim.tenant_id, [{ name: secret() }]);
    const open = await victim.client.call("delete_products", {
      tenant_id: victim.tenant_id,
      items: [{ id: String(row?.id) }],
    });
    const id = operationOf(open);
    // A colleague, an admin of the very same company, through the very same client program.
    await setRole(attacker.userId, victim.tenant_id, "admin");
    const colleague = await signInAs(attacker.userId, { clientId: victim.client.connection.clientId });
    for (const who of [attacker.client, colleague]) {
      for (const tool of ["get_operation", "confirm_operation", "cancel_operation"]) {
        const never = failure(await who.call(tool, { operation_id: `op_${"0".repeat(32)}` }), "not_found");
        for (const typed of [id, ` ${id} `, id.toUpperCase(), `${id}%`, `${id}' OR '1'='1`]) {
          const error = failure(await who.call(tool, { operation_id: typed }), "not_found");
          expect(error.message.replace(typed.trim(), "…")).toBe(never.message.replace(/op_0+/, "…"));
          expect(error.details).toBeUndefined();
        }
      }
    }
    expect(writesSent()).toEqual([]);
    const done = await victim.client.call("confirm_operation", { operation_id: id });
    expect(codes(done)).toEqual(["ok"]);
    // What is archived is the person's own, too.
    failure(await colleague.call("get_operation", { operation_id: id }), "not_found");
    await setRole(attacker.userId, victim.tenant_id, null);
  });

  it("of a page: another's cursor opens none of their rows", async () => {
    await createProducts(
      victim.tenant_id,
      Array.from({ length: 3 }, (_, at) => ({ name: `Só Dela ${at}` })),
    );
    const first = await victim.client.call("list_products", { tenant_id: victim.tenant_id, limit: 1 });
    const cursor = String(first.structured.next_cursor);
    const stolen = await attacker.client.call("list_products", {
      tenant_id: attacker.tenant_id,
      limit: 1,
      cursor,
    });
    failure(stolen, "cursor_mismatch");
    failure(
      await attacker.client.call("list_products", { tenant_id: victim.tenant_id, limit: 1, cursor }),
      "tenant_not_found",
    );
  });
});

describe("two connections of one client of one person", () => {
  it("live side by side, each with its own company, mode and scopes", async () => {
    const { clientId } = victim.client.connection;
    const [a, b] = victim.companies;
    const [row] = await createProducts(a.tenantId, [{ name: secret() }]);
    const laptop = await signInAs(victim.userId, {
      clientId,
      pinned: String(b?.tenantId),
      mode: "delegated",
    });
    const reader = await signInAs(victim.userId, { clientId, scopes: ["products:read"] });
    const open = await victim.client.call("delete_products", {
      tenant_id: a.tenantId,
      items: [{ id: String(row?.id) }],
    });
    const operation_id = operationOf(open);
    // Pinned elsewhere: the operation does not exist there, though client and person are the same.
    for (const tool of ["get_operation", "confirm_operation", "cancel_operation"])
      failure(await laptop.call(tool, { operation_id }), "not_found");
    // Reads only: HTTP 403, not a deletion.
    const refused = await reader.rpc("tools/call", {
      name: "confirm_operation",
      arguments: { operation_id },
    });
    await refused.text();
    expect(refused.status).toBe(403);
    expect(writesSent()).toEqual([]);
    // Delegated there does not make this one delegated.
    expect(open.structured.status).toBe("AWAITING_CONFIRMATION");
    // Ending one leaves the other.
    await laptop.connection.revoke();
    const gone = await laptop.rpc("tools/list");
    await gone.text();
    expect(gone.status).toBe(401);
    expect(codes(await victim.client.call("confirm_operation", { operation_id }))).toEqual(["ok"]);
  });

  it("of different people through one client share nothing", async () => {
    const { clientId } = victim.client.connection;
    const other = await signInAs(attacker.userId, { clientId });
    await victim.client.call("select_tenant", { tenant_id: String(victim.companies[1]?.tenantId) });
    const list = await other.call("list_tenants");
    expect(list.structured.tenants).toMatchObject([{ tenant_id: attacker.tenant_id }]);
    expect((await other.call("list_products")).structured.tenant).toMatchObject({
      tenant_id: attacker.tenant_id,
    });
  });
});

it("a token cut, lengthened or put together from two opens nothing", async () => {
  const own = attacker.client.connection.accessToken;
  const parts = [own.split(":"), victim.client.connection.accessToken.split(":")] as const;
  const [mine, theirs] = parts;
  const forged = [
    [theirs[0], mine[1], mine[2]],
    [theirs[0], theirs[1], mine[2]],
    [mine[0], theirs[1], mine[2]],
    [mine[0], mine[1], theirs[2]],
  ].map((one) => one.join(":"));
  for (const token of [...forged, own.slice(0, -1), `${own}x`, own.toUpperCase(), "%", "null"]) {
    const answer = await new Client({ ...attacker.client.connection, accessToken: token }).rpc("tools/list");
    await answer.text();
    expect(answer.status, token).toBe(401);
  }
});
