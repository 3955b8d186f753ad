import { afterEach, describe, expect, it, vi } from "vitest";
import { type Answered, OAuthClient, secretProof } from "./support/client";
import { call, server } from "./support/server";

const send = server();
const works = async (answer: Answered) => (await call(send, answer.access_token ?? "none")).status;

/** Lets time pass, as the server sees it. */
function later(ms: number) {
  const now = Date.now() + ms;
  vi.restoreAllMocks();
  vi.spyOn(Date, "now").mockReturnValue(now);
}
afterEach(() => {
  vi.restoreAllMocks();
});

describe.each(["none", "client_secret_basic", "client_secret_post"] as const)(
  "a client that authenticates by %s",
  (method) => {
    const connected = async () => {
      const client = await OAuthClient.register(send, method);
      return { client, first: (await client.signIn()).refresh_token };
    };

    it.each([
      ["at once", 0],
      ["a while later", 60_000],
      ["a week later", 7 * 86_400_000],
    ])("whose refreshed tokens got lost refreshes again with the old one, %s and again", async (_, ms) => {
      const { client, first } = await connected();
      let last = await client.refresh(first);
      expect(last.status).toBe(200);
      for (let times = 0; times < 3; times += 1) {
        later(ms);
        last = await client.refresh(first);
        expect([last.status, await works(last)]).toEqual([200, 200]);
      }
      const next = await client.refresh(last.refresh_token);
      expect([next.status, await works(next)]).toEqual([200, 200]);
    });

    it("that refreshes with one token many times at once can go on with each answer", async () => {
      const { client, first } = await connected();
      const answers = await Promise.all([1, 2, 3, 4, 5].map(() => client.refresh(first)));
      expect(await Promise.all(answers.map(works))).toEqual([200, 200, 200, 200, 200]);
      // As it stores them one after the other, the last one to arrive is the one it keeps: any of them.
      expect(new Set(answers.map(({ refresh_token }) => refresh_token)).size).toBe(1);
      expect((await client.refresh(answers[0]?.refresh_token)).status).toBe(200);
    });

    it("gets nothing for a token older than the last but one, nor for one that got lost", async () => {
      const { client, first } = await connected();
      const lost = await client.refresh(first);
      later(11_000);
      const second = await client.refresh(first);
      const third = await client.refresh(second.refresh_token);
      for (const ms of [0, 11_000]) {
        later(ms);
        for (const old of [first, lost.refresh_token])
          expect(await client.refresh(old)).toMatchObject({ status: 400, error: "invalid_grant" });
      }
      // Whoever tried has not ended the connection of the one who holds it.
      expect(await works(third)).toBe(200);
      expect((await client.refresh(third.refresh_token)).status).toBe(200);
    });

    it("gets nothing for the last but one right away either", async () => {
      const { client, first } = await connected();
      const second = await client.refresh(first);
      const third = await client.refresh(second.refresh_token);
      expect(await client.refresh(first)).toMatchObject({ status: 400, error: "invalid_grant" });
      expect((await client.refresh(third.refresh_token)).status).toBe(200);
    });

    it("gets nothing for a token just used when the connection was ended in between", async () => {
      const { client, first } = await connected();
      const next = await client.refresh(first);
      await client.token({ token: next.refresh_token ?? "" });
      expect(await works(next)).toBe(401);
      expect(await client.refresh(first)).toMatchObject({ status: 400, error: "invalid_grant" });
    });
  },
);

describe("a refresh token in other hands", () => {
  it.each(["client_secret_basic", "client_secret_post"] as const)(
    "is worth nothing without the secret (%s), even right after it was used",
    async (method) => {
      const client = await OAuthClient.register(send, method);
      const { refresh_token: first } = await client.signIn();
      expect((await client.refresh(first)).status).toBe(200);
      for (const proof of [secretProof(method, client.id, "wrong"), secretProof("none", client.id)])
        expect(await client.as(proof).refresh(first)).toMatchObject({ status: 401, error: "invalid_client" });
    },
  );

  it("is worth nothing to another public client, even right after it was used", async () => {
    const client = await OAuthClient.register(send, "none");
    const { refresh_token: first } = await client.signIn();
    expect((await client.refresh(first)).status).toBe(200);
    const thief = await OAuthClient.register(send, "none");
    expect(await thief.refresh(first)).toMatchObject({ status: 400, error: "invalid_grant" });
  });
});
