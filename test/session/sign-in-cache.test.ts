import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { SignInRefused } from "../../src/biterp/port";
import { rememberedToken } from "../../src/session/token-cache";

/** A session object that gives a new token with each question. */
function session(lifeS = 300) {
  const refused: (string | undefined)[] = [];
  const ask = async (stale?: string) => {
    refused.push(stale);
    return { accessToken: `token-${refused.length}`, expiresAt: Date.now() + lifeS * 1_000 };
  };
  return { refused, ask };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("an isolate's memory of tokens", () => {
  it("asks once a minute at most", async () => {
    const key = crypto.randomUUID();
    const { refused, ask } = session();
    for (let call = 0; call < 3; call += 1)
      expect(await rememberedToken(key, undefined, ask)).toBe("token-1");
    vi.advanceTimersByTime(59_000);
    expect(await rememberedToken(key, undefined, ask)).toBe("token-1");
    vi.advanceTimersByTime(2_000);
    expect(await rememberedToken(key, undefined, ask)).toBe("token-2");
    expect(refused).toEqual([undefined, undefined]);
  });

  it("keeps people and clients apart", async () => {
    const { ask } = session();
    const first = await rememberedToken(crypto.randomUUID(), undefined, ask);
    expect(await rememberedToken(crypto.randomUUID(), undefined, ask)).not.toBe(first);
  });

  it("never gives a token that was refused", async () => {
    const key = crypto.randomUUID();
    const { refused, ask } = session();
    await rememberedToken(key, undefined, ask);
    expect(await rememberedToken(key, "token-1", ask)).toBe("token-2");
    expect(await rememberedToken(key, "token-1", ask)).toBe("token-2");
    expect(refused).toEqual([undefined, "token-1"]);
  });

  it("does not keep a token that is about to end", async () => {
    const key = crypto.randomUUID();
    const { refused, ask } = session(40);
    await rememberedToken(key, undefined, ask);
    vi.advanceTimersByTime(9_000);
    await rememberedToken(key, undefined, ask);
    vi.advanceTimersByTime(2_000);
    await rememberedToken(key, undefined, ask);
    expect(refused).toHaveLength(2);
  });

  it("remembers neither a refusal nor a fault", async () => {
    const key = crypto.randomUUID();
    const { ask } = session();
    for (const error of [new SignInRefused(), new TypeError("Network connection lost")]) {
      await expect(rememberedToken(key, undefined, () => Promise.reject(error))).rejects.toBe(error);
    }
    expect(await rememberedToken(key, undefined, ask)).toBe("token-1");
  });

  it("forgets the oldest beyond a thousand", async () => {
    const { refused, ask } = session();
    const first = crypto.randomUUID();
    await rememberedToken(first, undefined, ask);
    for (let one = 0; one < 1_000; one += 1) await rememberedToken(crypto.randomUUID(), undefined, ask);
    await rememberedToken(first, undefined, ask);
    expect(refused).toHaveLength(1_002);
  });
});
