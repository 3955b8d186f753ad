import { describe, expect, it } from "vitest";
import { sealerFor } from "../../../src/sealing";

const SECRET = "one-secret-one-secret-one-secret-one";
const value = { accessToken: "geheim", nested: { list: [1, null, "ã"] } };

describe("a sealed value", () => {
  it("comes back as it was, and shows nothing", async () => {
    const sealer = sealerFor(SECRET, "sign-in");
    const sealed = await sealer.seal(value);
    expect(sealed).not.toContain("geheim");
    expect(atob(sealed.split(".")[1] ?? "")).not.toContain("geheim");
    expect(await sealerFor(SECRET, "sign-in").open(sealed)).toEqual(value);
  });

  it("looks different each time", async () => {
    const sealer = sealerFor(SECRET, "sign-in");
    expect(await sealer.seal(value)).not.toBe(await sealer.seal(value));
  });

  it("opens neither with another secret nor for another purpose", async () => {
    const sealed = await sealerFor(SECRET, "sign-in").seal(value);
    expect(await sealerFor(`${SECRET}x`, "sign-in").open(sealed)).toBeNull();
    expect(await sealerFor(SECRET, "sign-in-attempt").open(sealed)).toBeNull();
  });

  it("does not open when one character was changed, anywhere", async () => {
    const sealer = sealerFor(SECRET, "sign-in");
    const sealed = await sealer.seal({ a: 1 });
    for (const at of [0, 5, 18, sealed.length - 4]) {
      const other = sealed[at] === "A" ? "B" : "A";
      expect(await sealer.open(sealed.slice(0, at) + other + sealed.slice(at + 1))).toBeNull();
    }
  });

  it.each(["", ".", "a.b", "no dot at all", "%%%.%%%"])("%j does not open", async (nonsense) => {
    expect(await sealerFor(SECRET, "sign-in").open(nonsense)).toBeNull();
  });
});
