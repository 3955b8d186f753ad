import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/json";
import { shop } from "../support/sets";
import { hosts } from "./support/hosts";
import { connect } from "./support/sign-in";

describe.each(hosts)("$name", (host) => {
  it("gets from the address to three deleted products, with one question", async () => {
    const { tenant_id, slug, ids } = await shop(["Vela A", "Vela B", "Vela C"]);
    const client = await connect(host);

    const hello = await client.initialize();
    expect(hello.serverInfo).toMatchObject({ name: "biterp" });
    if (host.version !== null) expect(hello.protocolVersion).toBe(host.version);
    expect(await client.besides()).toEqual((host.besides ?? []).map(() => 405));

    const { tools } = (await client.request("tools/list")) as { tools: JsonObject[] };
    expect(tools.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["delete_products", "confirm_operation"]),
    );
    const listed = await client.call("list_products", { tenant_id: slug, search: "vela", limit: 10 });
    expect(listed.products).toHaveLength(3);

    const items = ids.map((id) => ({ id }));
    const asked = await client.call("delete_products", { tenant_id, items });
    expect(asked).toMatchObject({ status: "AWAITING_CONFIRMATION", executed: false });
    expect((await client.call("list_products", { tenant_id })).products).toHaveLength(3);
    await client.besides();

    const { operation_id } = asked as { operation_id: string };
    const done = await client.call("confirm_operation", { operation_id });
    expect(done).toMatchObject({ status: "SUCCESS", summary: { total: 3, succeeded: 3, failed: 0 } });
    expect((done.results as JsonObject[]).map(({ id }) => id)).toEqual(ids);
    expect((await client.call("list_products", { tenant_id })).products).toEqual([]);
    // No session id is ever given, so that none can be lost.
    expect(new Set(client.seen)).toEqual(new Set([null]));
  });
});
