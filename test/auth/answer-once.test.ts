import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { answerOnce } from "../../src/auth/answer-once";
import { consistentStore } from "../../src/auth/store/consistent-store";
import { Entries } from "../../src/auth/store/entries";

const store = () => consistentStore(env.DB, env.OAUTH_KV);
const never = () => Promise.reject(new Error("it was answered twice"));

describe("what is answered once", () => {
  it("is done by one of many at the same moment, and all get its answer", async () => {
    const id = crypto.randomUUID();
    let done = 0;
    const slow = async () => {
      done += 1;
      await new Promise((resolve) => setTimeout(resolve, 150));
      return `answer ${done}`;
    };
    const all = await Promise.all(Array.from({ length: 8 }, () => answerOnce(store(), id, "s", slow)));
    expect([done, new Set(all)]).toEqual([1, new Set(["answer 1"])]);
  });

  it("stays open when nothing came of it, or when it failed", async () => {
    const id = crypto.randomUUID();
    expect(await answerOnce(store(), id, "s", async () => null)).toBeNull();
    await expect(answerOnce(store(), id, "s", () => Promise.reject(new Error("down")))).rejects.toThrow(
      "down",
    );
    expect(await answerOnce(store(), id, "s", async () => "at last")).toBe("at last");
    expect(await answerOnce(store(), id, "s", never)).toBe("at last");
  });

  it("is given out also when it cannot be kept: what was done is done", async () => {
    const broken = store();
    const put = broken.put.bind(broken);
    const failing = {
      ...broken,
      put: (key: string, ...rest: [string]) =>
        key.startsWith("answer:") ? Promise.reject(new Error("D1 is down")) : put(key, ...rest),
    } as unknown as KVNamespace;
    const id = crypto.randomUUID();
    expect(await answerOnce(failing, id, "s", async () => "tokens")).toBe("tokens");
    expect(await answerOnce(store(), id, "s", never)).toBeNull();
  });

  it("stands in the table sealed, under a name that opens nothing", async () => {
    const id = crypto.randomUUID();
    await answerOnce(store(), id, "the secret", async () => "the tokens");
    const row = await new Entries(env.DB).read(`answer:${id}`);
    expect(row?.value).toBeTruthy();
    expect(JSON.stringify(row)).not.toMatch(/the secret|the tokens/);
    await expect(answerOnce(store(), id, "another", never)).rejects.toThrow();
  });
});
