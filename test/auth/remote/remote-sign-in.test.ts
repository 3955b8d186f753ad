import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it, vi } from "vitest";
import { remoteSignIn } from "../../../src/auth/remote-sign-in";
import type { Upstream } from "../../../src/auth/upstream";
import { type Vault, vaultIn } from "../../../src/auth/vault";
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
async function signedIn({ lifeS = 0 } = {}) {
  const seen = { refreshed: [] as string[], fault: undefined as unknown };
  let turn = 1;
  let ended = false;
  const tokens = (): SignInTokens => ({
    accessToken: `access-${turn}`,
    refreshToken: `refresh-${turn}`,
    expiresAt: Date.now() + lifeS * 1_000,
  });
  const upstream = {
    begin: async () => ({ attempt: { state: crypto.randomUUID(), verifier: "v", nonce: "n" }, location: "" }),
    finish: async () => tokens(),
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
      whoIs: async () => ({ id: "u1", email: "", name: "", language: "en", timezone: "UTC" }),
    });
  const state = crypto.randomUUID();
  await vault().put(`attempt:${state}`, { state, verifier: "v", nonce: "n", returnTo: "/", proof: "p" }, 60);
  const { browser } = await page().finish(new URL(`https://mcp.example/callback?state=${state}`), "p");
  return { browser, page, seen };
}

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
