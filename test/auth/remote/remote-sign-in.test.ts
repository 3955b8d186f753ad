import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it, vi } from "vitest";
import { PersonUnnamed, remoteSignIn, TooManyAttempts } from "../../../src/auth/remote-sign-in";
import type { Upstream } from "../../../src/auth/upstream";
import { MOST_FROM_ONE, MOST_IN_ALL, type Vault, vaultIn } from "../../../src/auth/vault";
import { SignInRefused } from "../../../src/biterp/port";
import type { SignInTokens } from "../../../src/biterp/sign-in";
import { sealerFor } from "../../../src/sealing";

const vault = () =>
  vaultIn(env.DB, sealerFor("a-secret-of-this-test-a-secret-of-this-test", "sign-in-attempt"));
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

afterEach(() => {
  vi.restoreAllMocks();
});

/** An issuer that ends a sign-in whose refresh token is used twice, and a browser that has just signed in there. */
async function signedIn({ lifeS = 0, id = "u1", subject = undefined as string | undefined } = {}) {
  const seen = { refreshed: [] as string[], revoked: [] as unknown[], fault: undefined as unknown };
  let turn = 1;
  let ended = false;
  const tokens = (): SignInTokens => ({
    accessToken: `access-${turn}`,
    refreshToken: `refresh-${turn}`,
    expiresAt: Date.now() + lifeS * 1_000,
  });
  const upstream = {
    begin: async () => ({ attempt: { state: crypto.randomUUID(), verifier: "v", nonce: "n" }, location: "" }),
    finish: async () => ({ ...tokens(), subject }),
    revoke: async ({ refreshToken }: SignInTokens) => void seen.revoked.push(refreshToken),
    async refresh(refreshToken: string) {
      seen.refreshed.push(refreshToken);
      await pause(30);
      if (seen.fault) throw seen.fault;
      if (refreshToken !== `refresh-${turn}`) ended = true;
      if (ended) throw new SignInRefused();
      turn += 1;
      return { ...tokens(), expiresAt: Date.now() + 300_000 };
    },
  } as unknown as Upstream;
  /** As each request has: an object of its own over the same table. */
  const page = (over: Vault = vault()) =>
    remoteSignIn({
      upstream,
      vault: over,
      redirectUri: "https://mcp.example/callback",
      whoIs: async () => ({ id, email: "u@example.com", name: "", language: "en", timezone: "UTC" }),
    });
  const state = crypto.randomUUID();
  await vault().put(`attempt:${state}`, { state, verifier: "v", nonce: "n", proof: "p" }, 60);
  const arrived = new URL(`https://mcp.example/callback?state=${state}`);
  const { browser, person } = await page()
    .finish(arrived, "p")
    .catch((error: unknown) => {
      throw Object.assign(error as Error, { seen });
    });
  return { browser, person, page, seen };
}

/** The table as it is, without what is in it. */
const begun = async () =>
  (
    await env.DB.prepare(
      "SELECT came_from, length(id) + length(sealed) + length(came_from) AS size FROM sign_in WHERE came_from IS NOT NULL",
    ).all<{ came_from: string; size: number }>()
  ).results;

describe("two pages of one browser at the same moment", () => {
  it("renew an access token that is over once", async () => {
    const { browser, page, seen } = await signedIn();
    const got = await Promise.all([1, 2, 3, 4].map(() => page().tokenFor(browser)));
    expect(got).toEqual(Array(4).fill("access-2"));
    expect(seen.refreshed).toEqual(["refresh-1"]);
  });

  it("renew one that bitERP refused once", async () => {
    const { browser, page, seen } = await signedIn({ lifeS: 300 });
    expect(await page().tokenFor(browser)).toBe("access-1");
    const got = await Promise.all([1, 2, 3].map(() => page().tokenFor(browser, "access-1")));
    expect(got).toEqual(Array(3).fill("access-2"));
    expect(await page().tokenFor(browser, "access-2")).toBe("access-3");
    expect(seen.refreshed).toEqual(["refresh-1", "refresh-2"]);
  });

  it("hand over what the renewal brought, and not the token it used up", async () => {
    const { browser, page } = await signedIn();
    const renewing = page().tokenFor(browser);
    await pause(10);
    expect(await page().waits(browser)).toBe(true);
    const taken = await page().takeOver(browser);
    expect(await renewing).toBe("access-2");
    expect(taken.refreshToken).toBe("refresh-2");
    await expect(page().takeOver(browser)).rejects.toBeInstanceOf(SignInRefused);
    await expect(page().tokenFor(browser)).rejects.toBeInstanceOf(SignInRefused);
  });
});

describe("a renewal", () => {
  it("that fails leaves the sign-in for the next try, and nobody waits for it", async () => {
    const { browser, page, seen } = await signedIn();
    seen.fault = new TypeError("Network connection lost");
    const both = await Promise.allSettled([page().tokenFor(browser), page().tokenFor(browser)]);
    expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    seen.fault = undefined;
    expect(await page().tokenFor(browser)).toBe("access-2");
  });

  it("that died with its request stands in nobody's way for long", async () => {
    const { browser, page } = await signedIn();
    expect(await vault().claim(`turn:${browser}`, 30)).toBe(true);
    const waiting = page().tokenFor(browser);
    await pause(150);
    const clock = vi.spyOn(Date, "now").mockReturnValue(Date.now() + 30_001);
    expect(await waiting).toBe("access-2");
    clock.mockRestore();
    expect(await vault().claim(`turn:${browser}`, 30)).toBe(true);
  });
});

describe("a claim", () => {
  it("that ran out is not its holder's to give back: the next one's stays", async () => {
    const id = crypto.randomUUID();
    expect(await vault().claim(id, 30, "slow")).toBe(true);
    const later = Date.now() + 30_001;
    vi.spyOn(Date, "now").mockReturnValue(later);
    expect(await vault().claim(id, 30, "next")).toBe(true);
    await vault().release(id, "slow");
    expect(await vault().claim(id, 30, "third")).toBe(false);
    await vault().release(id, "next");
    expect(await vault().claim(id, 30, "third")).toBe(true);
  });

  it("of a renewal that took too long leaves the turn of the one after it alone", async () => {
    const { browser, page, seen } = await signedIn();
    const turn = `turn:${browser}`;
    const slow = page().tokenFor(browser);
    await vi.waitFor(() => expect(seen.refreshed).toHaveLength(1));
    vi.spyOn(Date, "now").mockReturnValue(Date.now() + 30_001);
    expect(await vault().claim(turn, 30, "next")).toBe(true);
    await slow;
    expect(await vault().claim(turn, 30, "third")).toBe(false);
  });

  it("is one's alone until it is given back or too old", async () => {
    const id = crypto.randomUUID();
    const many = await Promise.all(Array.from({ length: 8 }, () => vault().claim(id, 60)));
    expect(many.filter(Boolean)).toHaveLength(1);
    await vault().take(id);
    expect([await vault().claim(id, 60), await vault().claim(id, 60)]).toEqual([true, false]);
    vi.spyOn(Date, "now").mockReturnValue(Date.now() + 60_001);
    expect([await vault().claim(id, 60), await vault().claim(id, 60)]).toEqual([true, false]);
  });
});

describe("a sign-in that somebody unknown begins", () => {
  it("takes less than two kilobytes, for ten minutes", async () => {
    const { page } = await signedIn();
    await page().begin(crypto.randomUUID(), "203.0.113.7");
    const rows = await begun();
    expect(rows.length).toBeGreaterThan(0);
    for (const { size } of rows) expect(size).toBeLessThan(2_000);
    expect(JSON.stringify(rows)).not.toContain("203.0.113.7");
    vi.spyOn(Date, "now").mockReturnValue(Date.now() + 10 * 60_000 + 1);
    await page().begin(crypto.randomUUID(), "203.0.113.8");
    expect(await begun()).toHaveLength(1);
  });

  it("is one of a hundred from its address, and of no more than ten thousand in all", async () => {
    const { page } = await signedIn();
    const from = `2001:db8::${crypto.randomUUID().slice(0, 4)}`;
    const many = await Promise.allSettled(
      Array.from({ length: MOST_FROM_ONE + 5 }, () => page().begin(crypto.randomUUID(), from)),
    );
    const refused = many.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
    expect(refused).toHaveLength(5);
    for (const reason of refused) expect(reason).toBeInstanceOf(TooManyAttempts);
    await page().begin(crypto.randomUUID(), "198.51.100.1");
    await env.DB.prepare(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${MOST_IN_ALL})
       INSERT INTO sign_in SELECT 'flood-' || i, '', ?, 'flood-' || i FROM n`,
    )
      .bind(Date.now() + 1_000 + 600_000)
      .run();
    await page().begin(crypto.randomUUID(), "198.51.100.2");
    expect(await begun()).toHaveLength(MOST_IN_ALL);
    await env.DB.prepare("DELETE FROM sign_in WHERE came_from IS NOT NULL").run();
  });
});

describe("a fresh sign-in that no connection takes", () => {
  it("ends at bitERP when it is given up", async () => {
    const { browser, page, seen } = await signedIn();
    await page().drop(browser);
    await page().drop(browser);
    expect(seen.revoked).toEqual(["refresh-1"]);
    expect(await page().waits(browser)).toBe(false);
  });

  it("ends at bitERP when it is swept, and no other does", async () => {
    const { page, seen } = await signedIn();
    const young = await signedIn();
    await env.DB.prepare("UPDATE sign_in SET expires_at = expires_at + 7200000").run();
    const old = await signedIn();
    await env.DB.prepare("UPDATE sign_in SET expires_at = expires_at - 3600001").run();
    vi.spyOn(Date, "now").mockReturnValue(Date.now() + 1);
    await old.page().sweep();
    expect(old.seen.revoked).toEqual(["refresh-1"]);
    expect([...seen.revoked, ...young.seen.revoked]).toEqual([]);
    expect(await young.page().waits(young.browser)).toBe(true);
    expect(await page().waits(old.browser)).toBe(false);
  });
});

describe("whom bitERP names", () => {
  it("is filed under an id that nobody else's comes to", async () => {
    const ids = await Promise.all(
      ["a:b", "a%3Ab", "a%3ab", "a%253Ab", "a%b", "ab"].map(async (id) => (await signedIn({ id })).person.id),
    );
    expect(new Set(ids).size).toBe(6);
    for (const id of ids) expect(id).not.toContain(":");
    expect(ids.at(-1)).toBe("ab");
  });

  it("by an e-mail only is filed under the issuer's own id of them", async () => {
    const { person } = await signedIn({ id: "", subject: "s:1" });
    expect(person).toMatchObject({ id: "sub s%3A1", email: "u@example.com" });
  });

  it("by an e-mail only, of whom the issuer says nothing either, is not let in", async () => {
    const fault = await signedIn({ id: "" }).catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(PersonUnnamed);
    expect((fault as unknown as Awaited<ReturnType<typeof signedIn>>).seen.revoked).toEqual(["refresh-1"]);
  });
});
