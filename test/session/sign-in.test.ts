import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { SignInRefused } from "../../src/biterp/port";
import type { SignInServer, SignInTokens } from "../../src/biterp/sign-in";
import { type Sealer, sealerFor } from "../../src/sealing";
import { Settings } from "../../src/session/settings";
import { SignInKeeper } from "../../src/session/sign-in";
import type { Session } from "../support/worker";

const SECRET = "a-secret-of-this-test-a-secret-of-this-test";

const tokens = (turn: number, lifeS = 300): SignInTokens => ({
  accessToken: `access-${turn}`,
  refreshToken: `refresh-${turn}`,
  expiresAt: Date.now() + lifeS * 1_000,
});

/** An authorization server that rotates: every refresh token is good once. */
function issuer() {
  const seen = { refreshed: [] as string[], revoked: [] as string[] };
  let turn = 1;
  let wait: Promise<unknown> = Promise.resolve();
  let fault: unknown;
  const server: SignInServer = {
    async refresh(refreshToken) {
      seen.refreshed.push(refreshToken);
      await wait;
      if (fault !== undefined) throw fault;
      if (refreshToken !== `refresh-${turn}`) throw new SignInRefused();
      turn += 1;
      return tokens(turn);
    },
    async revoke(given) {
      seen.revoked.push(given.refreshToken ?? given.accessToken);
    },
  };
  return {
    ...seen,
    server,
    fails: (error: unknown) => {
      fault = error;
    },
    waitsFor: (promise: Promise<unknown>) => {
      wait = promise;
    },
  };
}

/** A sealer whose opening can be held up, as by a busy machine. */
function slowSealer() {
  const real = sealerFor(SECRET, "sign-in");
  let held: Promise<unknown> | undefined;
  const sealer: Sealer = {
    seal: (value) => real.seal(value),
    async open(sealed) {
      await held;
      return real.open(sealed);
    },
  };
  const hold = () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    held = promise;
    return () => {
      held = undefined;
      resolve();
    };
  };
  return { sealer, hold };
}

type Run<T> = (keeper: SignInKeeper, settings: Settings) => Promise<T>;

function inObject<T>(server: SignInServer, run: Run<T>, sealer = sealerFor(SECRET, "sign-in")): Promise<T> {
  const stub = env.SESSION.getByName(crypto.randomUUID()) as unknown as DurableObjectStub<Session>;
  return runInDurableObject(stub, (_, state) => {
    const settings = new Settings(state.storage.sql);
    return run(new SignInKeeper(settings, sealer, server), settings);
  });
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe("a sign-in that is kept", () => {
  it("is encrypted, and refused when there is none", () =>
    inObject(issuer().server, async (keeper, settings) => {
      await expect(keeper.token()).rejects.toBeInstanceOf(SignInRefused);
      expect(await keeper.has()).toBe(false);
      await keeper.keep(tokens(1));
      expect(await keeper.has()).toBe(true);
      expect(settings.get("sign_in")).not.toMatch(/access-1|refresh-1/);
      expect((await keeper.token()).accessToken).toBe("access-1");
    }));

  it("is refused when the secret was rotated", () =>
    inObject(issuer().server, async (keeper, settings) => {
      await keeper.keep(tokens(1));
      const later = new SignInKeeper(settings, sealerFor(`${SECRET}!`, "sign-in"), issuer().server);
      await expect(later.token()).rejects.toBeInstanceOf(SignInRefused);
    }));

  it("is not renewed while it is good", async () => {
    const { server, refreshed } = issuer();
    await inObject(server, async (keeper) => {
      await keeper.keep(tokens(1, 60));
      await Promise.all([keeper.token(), keeper.token("another")]);
    });
    expect(refreshed).toEqual([]);
  });
});

describe("renewing", () => {
  it("happens once for all who ask at the same moment, and keeps the rotation", async () => {
    const { server, refreshed } = issuer();
    await inObject(server, async (keeper) => {
      await keeper.keep(tokens(1, 5));
      const got = await Promise.all([1, 2, 3, 4].map(() => keeper.token()));
      expect(got.map(({ accessToken }) => accessToken)).toEqual(Array(4).fill("access-2"));
      expect((await keeper.token("access-2")).accessToken).toBe("access-3");
    });
    expect(refreshed).toEqual(["refresh-1", "refresh-2"]);
  });

  it("happens once for all whose token was refused", async () => {
    const { server, refreshed } = issuer();
    await inObject(server, async (keeper) => {
      await keeper.keep(tokens(1));
      await Promise.all([1, 2, 3, 4].map(() => keeper.token("access-1")));
      expect((await keeper.token("access-1")).accessToken).toBe("access-2");
    });
    expect(refreshed).toEqual(["refresh-1"]);
  });

  it("never uses a refresh token twice, however late somebody has read it", async () => {
    const { server, refreshed, waitsFor } = issuer();
    const answer = Promise.withResolvers<void>();
    waitsFor(answer.promise);
    const { sealer, hold } = slowSealer();
    await inObject(
      server,
      async (keeper) => {
        await keeper.keep(tokens(1, 5));
        const first = keeper.token();
        await pause(20);
        expect(refreshed).toEqual(["refresh-1"]);
        const release = hold();
        const late = keeper.token();
        await pause(5);
        answer.resolve();
        await first;
        release();
        expect((await late).accessToken).toBe("access-2");
      },
      sealer,
    );
    expect(refreshed).toEqual(["refresh-1"]);
  });

  it("without a refresh token ends the sign-in", () =>
    inObject(issuer().server, async (keeper) => {
      await keeper.keep({ accessToken: "access-1", expiresAt: Date.now() });
      await expect(keeper.token()).rejects.toBeInstanceOf(SignInRefused);
      expect(await keeper.has()).toBe(false);
    }));

  it("that bitERP refuses ends the sign-in, and asks no more", async () => {
    const { server, refreshed, fails } = issuer();
    fails(new SignInRefused());
    await inObject(server, async (keeper) => {
      await keeper.keep(tokens(1, 5));
      await expect(keeper.token()).rejects.toBeInstanceOf(SignInRefused);
      expect(await keeper.has()).toBe(false);
      await expect(keeper.token()).rejects.toBeInstanceOf(SignInRefused);
    });
    expect(refreshed).toHaveLength(1);
  });

  it("ends where the new token is refused as well, so that no client goes round for ever", async () => {
    const { server, refreshed } = issuer();
    await inObject(server, async (keeper) => {
      await keeper.keep(tokens(1));
      await keeper.token("access-1");
      await expect(keeper.token("access-2")).rejects.toBeInstanceOf(SignInRefused);
      expect(await keeper.has()).toBe(false);
    });
    expect(refreshed).toEqual(["refresh-1"]);
  });

  it("that meets a fault leaves the sign-in, and works later", async () => {
    const { server, fails } = issuer();
    await inObject(server, async (keeper) => {
      await keeper.keep(tokens(1, 5));
      fails(new TypeError("Network connection lost"));
      await expect(keeper.token()).rejects.toThrow("Network");
      expect(await keeper.has()).toBe(true);
      fails(undefined);
      expect((await keeper.token()).accessToken).toBe("access-2");
    });
  });
});

describe("the end", () => {
  it("is told to bitERP, once", async () => {
    const { server, revoked } = issuer();
    await inObject(server, async (keeper) => {
      await keeper.keep(tokens(1));
      await keeper.end();
      await keeper.end();
      await expect(keeper.token()).rejects.toBeInstanceOf(SignInRefused);
    });
    expect(revoked).toEqual(["refresh-1"]);
  });

  it("in the middle of a renewal ends what the renewal brings", async () => {
    const { server, revoked, waitsFor } = issuer();
    const answer = Promise.withResolvers<void>();
    waitsFor(answer.promise);
    await inObject(server, async (keeper) => {
      await keeper.keep(tokens(1, 5));
      const renewing = keeper.token();
      await pause(20);
      const ending = keeper.end();
      await pause(5);
      answer.resolve();
      await Promise.allSettled([renewing, ending]);
      expect(await keeper.has()).toBe(false);
      await expect(renewing).rejects.toBeInstanceOf(SignInRefused);
    });
    expect(revoked).toContain("refresh-2");
  });

  it("in the middle of a renewal leaves a sign-in that was made meanwhile", async () => {
    for (const refuses of [true, false]) {
      const { server, revoked, waitsFor, fails } = issuer();
      const answer = Promise.withResolvers<void>();
      waitsFor(answer.promise);
      if (refuses) fails(new SignInRefused());
      await inObject(server, async (keeper) => {
        await keeper.keep(tokens(1, 5));
        const renewing = keeper.token();
        await pause(20);
        await keeper.keep(tokens(7));
        answer.resolve();
        expect((await renewing).accessToken).toBe("access-7");
        expect((await keeper.token()).accessToken).toBe("access-7");
      });
      expect(revoked).toEqual(refuses ? ["refresh-1"] : ["refresh-1", "refresh-2"]);
    }
  });

  it("of an earlier sign-in comes with the next one of the same client", async () => {
    const { server, revoked } = issuer();
    await inObject(server, async (keeper) => {
      await keeper.keep(tokens(1));
      await keeper.keep(tokens(7));
      expect((await keeper.token()).accessToken).toBe("access-7");
    });
    expect(revoked).toEqual(["refresh-1"]);
  });
});
