import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { Pace, Session } from "../support/worker";

/** What a class lets callers call, with what it inherits from classes of ours. */
function methodsOf(type: { prototype: object }): string[] {
  const names: string[] = [];
  for (
    let at: object = type.prototype;
    at.constructor.name !== "DurableObject";
    at = Object.getPrototypeOf(at)
  )
    names.push(...Object.getOwnPropertyNames(at));
  return [...new Set(names)].filter((name) => name !== "constructor").toSorted();
}

type Callable = Record<string, (...args: unknown[]) => Promise<unknown>>;

/** What a call over RPC is refused with; awaited at once, because looking at an RPC promise makes others of it. */
async function refusal(stub: unknown, name: string): Promise<string> {
  try {
    await (stub as Callable)[name]?.("op_1");
    return "";
  } catch (error) {
    return String(error);
  }
}
const REFUSED = /does not implement|cannot be called over RPC/;

describe("over RPC", () => {
  it("a session object has what its client calls, and nothing else", () => {
    // `alarm` is kept from callers by the platform; `crash` is the test's own.
    expect(methodsOf(Session)).toEqual([
      "alarm",
      "cancel",
      "crash",
      "endConnection",
      "endSignIn",
      "erase",
      "execute",
      "get",
      "hasSignIn",
      "keepSignIn",
      "prepare",
      "replay",
      "select",
      "setMode",
      "signInToken",
      "state",
      "twin",
    ]);
  });

  it("no field of a session object can be reached from outside", async () => {
    const stub = env.SESSION.getByName(crypto.randomUUID()) as unknown as DurableObjectStub<Session>;
    await runInDurableObject(stub, (object) => {
      const own = Object.keys(object).filter((name) => name !== "ctx" && name !== "env");
      expect(own).toEqual([]);
    });
    for (const name of ["alarm", "ledger", "carry", "run", "archive", "goodToken", "answer", "operations"])
      expect(await refusal(stub, name), name).toMatch(REFUSED);
  });

  it("a pace object hands out turns, and nothing else", async () => {
    const own = methodsOf(Pace);
    expect(own).toContain("turn");
    const stub = env.PACE.getByName(crypto.randomUUID());
    await runInDurableObject(stub, (object) => {
      expect(Object.keys(object).filter((name) => name !== "ctx" && name !== "env")).toEqual([]);
    });
    for (const name of ["due", "alarm"]) expect(await refusal(stub, name), name).toMatch(REFUSED);
  });
});
