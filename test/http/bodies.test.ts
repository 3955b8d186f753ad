import { listDurableObjectIds } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it, vi } from "vitest";
import { HOST, register, token, worker } from "../support/oauth";
import { browserOf } from "../support/own-pages";
import { owner } from "../support/people";

afterEach(() => {
  vi.restoreAllMocks();
});

const FORM = "application/x-www-form-urlencoded";

/** A body that never says how long it is, and counts how much of it was taken. */
function endless(most = 64) {
  const taken = { chunks: 0 };
  const chunk = new TextEncoder().encode("a=b&".repeat(16_384));
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      taken.chunks += 1;
      if (taken.chunks > most) controller.close();
      else controller.enqueue(chunk);
    },
  });
  return { stream, taken };
}

describe("a body that is larger than it may be", () => {
  it.each(["/sign-in", "/sign-out", "/approve", "/connections", "/authorize"])(
    "is not read on at %s",
    async (path) => {
      const { userId } = await owner();
      const browser = await browserOf(userId);
      const cookies = [...browser.cookies].map((pair) => pair.join("=")).join("; ");
      const { stream, taken } = endless();
      const headers = { "Content-Type": FORM, Cookie: cookies };
      const answer = await worker(`${HOST}${path}`, { method: "POST", headers, body: stream });
      await answer.text();
      expect(answer.status).toBeLessThan(500);
      expect(taken.chunks).toBeLessThan(8);
    },
  );

  it("is refused at /token, whatever it says it is", async () => {
    for (const [type, status] of [
      [FORM, 413],
      ["text/plain", 400],
      ["application/json", 400],
    ] as const) {
      const { stream, taken } = endless();
      const answer = await worker(`${HOST}/token`, {
        method: "POST",
        headers: { "Content-Type": type },
        body: stream,
      });
      expect([type, answer.status]).toEqual([type, status]);
      expect(await answer.json()).toMatchObject({ error: "invalid_request" });
      expect(taken.chunks).toBeLessThan(8);
    }
  });
});

describe("a body sent to /register", () => {
  const post = (body: ReadableStream<Uint8Array>) =>
    worker(`${HOST}/register`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body,
    });

  it("is not read on when it is larger than it may be", async () => {
    const { stream, taken } = endless();
    const answer = await post(stream);
    expect(answer.status).toBe(413);
    expect(await answer.json()).toMatchObject({ error: "invalid_request" });
    expect(taken.chunks).toBeLessThan(8);
  });

  it("is not waited for when it does not come", async () => {
    const real = globalThis.setTimeout;
    // Only the patience of half a minute is cut short.
    vi.spyOn(globalThis, "setTimeout").mockImplementation(((run: () => void, ms?: number, ...args: []) =>
      real(run, ms === 30_000 ? 10 : ms, ...args)) as typeof setTimeout);
    const start = new TextEncoder().encode('{"client_name":"Slow","redirect_uris":[');
    const answer = await post(new ReadableStream({ start: (to) => to.enqueue(start) }));
    expect(answer.status).toBe(408);
    expect(await answer.json()).toMatchObject({ error: "invalid_request" });
  });
});

it("wakes no session for a token that anybody could have written", async () => {
  const client_id = await register(worker);
  const userId = crypto.randomUUID();
  const answer = await token(worker, { client_id, token: `${userId}:g:s` });
  expect(answer.status).toBe(200);
  const own = env.SESSION.idFromName(JSON.stringify([userId, client_id])).toString();
  const awake = await listDurableObjectIds(env.SESSION as unknown as DurableObjectNamespace);
  expect(awake.map(String)).not.toContain(own);
});
