import { expect, it } from "vitest";
import { failure } from "../support/failures";
import { message } from "../support/mcp";
import { owner } from "../support/people";
import { post, request } from "../support/raw";
import { namesIn, operationOf, shop } from "../support/sets";

/** A host that keeps an old list of tools calls what is not there any more, or with keys of then. */
it("a client with yesterday's list of tools is told what is valid today, and nothing is done by half", async () => {
  const { client, userId } = await owner();
  const { tenant_id, ids } = await shop(["Vela"], { [userId]: "admin" });
  const gone = await post(
    client.connection.accessToken,
    request("tools/call", { name: "delete_all_products", arguments: { tenant_id } }),
  );
  expect(gone.status).toBeLessThan(500);
  const told = await message(gone);
  expect(told.error ?? (told.result as { isError?: boolean }).isError).toBeTruthy();

  const old = await client.call("delete_products", { tenant_id, product_ids: ids });
  expect(failure(old, "invalid_argument").message).toContain("items");
  expect(await namesIn(client, tenant_id)).toEqual(["Vela"]);
});

it("a client that cannot see a list as changed goes on with the one it has", async () => {
  const { client } = await owner();
  const lists = await Promise.all([client.result("tools/list"), client.result("tools/list")]);
  expect(JSON.stringify(lists[0])).toBe(JSON.stringify(lists[1]));
  await client.call("list_tenants");
  expect(JSON.stringify(await client.result("tools/list"))).toBe(JSON.stringify(lists[0]));
});

it("a client that repeats a call whose answer it lost asks no second question and deletes once", async () => {
  const { client, userId } = await owner();
  const { tenant_id, ids } = await shop(["Vela"], { [userId]: "admin" });
  const call = { tenant_id, items: ids.map((id) => ({ id })) };
  const asked = await Promise.all([1, 2, 3].map(() => client.call("delete_products", call)));
  const [operation_id = "", ...others] = new Set(asked.map(operationOf));
  expect(others).toEqual([]);
  const done = await Promise.all([1, 2, 3].map(() => client.call("confirm_operation", { operation_id })));
  expect(done.map(({ structured }) => structured.status)).toEqual(["SUCCESS", "SUCCESS", "SUCCESS"]);
  expect(done.filter(({ structured }) => structured.replayed !== true)).toHaveLength(1);
});
