import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { consistentStore, StoreConflict } from "../../../src/auth/store/consistent-store";
import { Entries } from "../../../src/auth/store/entries";
import { authorizeUrl, Browser, codeIn, redemption, register, signIn, token } from "../../support/oauth";
import { server } from "../support/server";

/** A KV whose reads are a minute behind: what was written during a test is never seen in it. */
const lagging = {
  get: async () => null,
  put: async () => {},
  delete: async () => {},
} as unknown as KVNamespace;
const send = server({ OAUTH_KV: lagging });
const fresh = () => consistentStore(env.DB, lagging);

describe("the store under the sign-in", () => {
  it("gives one token for one code, however many redeem it at once", async () => {
    const clientId = await register(send);
    const browser = new Browser(send);
    const code = codeIn(await browser.answer(await browser.signIn(await authorizeUrl(clientId), "ana")));
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => token(send, redemption(clientId, code))),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toEqual([200]);
    expect(statuses.filter((status) => status !== 200 && status !== 400)).toEqual([]);
  });

  it("renews for everybody who refreshes at the same moment", async () => {
    const { refreshToken, clientId } = await signIn(send, { user: "ana" });
    const form = { grant_type: "refresh_token", client_id: clientId, refresh_token: refreshToken };
    const answers = await Promise.all(Array.from({ length: 5 }, () => token(send, form)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  });

  it("lets only one of two take what both have read", async () => {
    const key = `grant:u:${crypto.randomUUID()}`;
    await fresh().put(key, "1");
    const [one, other] = [fresh(), fresh()];
    expect([await one.get(key), await other.get(key)]).toEqual(["1", "1"]);
    await one.put(key, "2");
    await expect(other.put(key, "3")).rejects.toThrow(StoreConflict);
    expect(await fresh().get(key)).toBe("2");
    // The winner may go on writing.
    await one.put(key, "4");
    expect(await fresh().get(key)).toBe("4");
  });

  it("marks an assertion as used once, and again only after it is too old to matter", async () => {
    const key = `client-jti:${crypto.randomUUID()}`;
    await fresh().put(key, "1", { expirationTtl: 60 });
    await expect(fresh().put(key, "1", { expirationTtl: 60 })).rejects.toThrow(StoreConflict);
    await new Entries(env.DB).write(key, { value: "1", metadata: null, expires_at: 1 });
    await fresh().put(key, "1", { expirationTtl: 60 });
    expect(await fresh().get(key)).toBe("1");
  });

  it("forgets what has expired, and lists in pages with metadata", async () => {
    const prefix = `grant:${crypto.randomUUID()}:`;
    const store = fresh();
    for (const name of ["a", "b", "c"]) await store.put(`${prefix}${name}`, "{}", { metadata: { name } });
    await new Entries(env.DB).write(`${prefix}d`, { value: "{}", metadata: null, expires_at: 1 });
    const first = await store.list({ prefix, limit: 2 });
    expect(first.keys.map(({ metadata }) => metadata)).toEqual([{ name: "a" }, { name: "b" }]);
    expect(first.list_complete).toBe(false);
    const cursor = first.list_complete ? "" : first.cursor;
    const rest = await store.list({ prefix, cursor });
    expect([rest.keys.map(({ name }) => name), rest.list_complete]).toEqual([[`${prefix}c`], true]);
    await new Entries(env.DB).sweep();
    expect(await new Entries(env.DB).list(prefix, "", 9)).toHaveLength(3);
  });
});
