import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it, vi } from "vitest";
import { vaultIn } from "../../../src/auth/vault";
import { sealerFor } from "../../../src/sealing";

const SECRET = "a-vault-secret-a-vault-secret-a-vault-secret";
const vault = () => vaultIn(env.DB, sealerFor(SECRET, "sign-in-attempt"));
const rows = async () => (await env.DB.prepare("SELECT * FROM sign_in").all()).results;

afterEach(() => {
  vi.useRealTimers();
});

describe("the vault", () => {
  it("gives a value to one of many that come at the same moment", async () => {
    const id = crypto.randomUUID();
    await vault().put(id, { secret: "s" }, 60);
    const taken = await Promise.all(Array.from({ length: 8 }, () => vault().take(id)));
    expect(taken.filter((one) => one !== null)).toEqual([{ secret: "s" }]);
    expect(await vault().look(id)).toBeNull();
  });

  it("leaves a value that is only looked at", async () => {
    const id = crypto.randomUUID();
    await vault().put(id, { n: 1 }, 60);
    await vault().put(id, { n: 2 }, 60);
    expect([await vault().look(id), await vault().look(id)]).toEqual([{ n: 2 }, { n: 2 }]);
    expect(await vault().look("another")).toBeNull();
  });

  it("shows neither names nor values to whoever reads the table", async () => {
    await vault().put("browser:somebody", { token: "geheim" }, 60);
    const text = JSON.stringify(await rows());
    expect(text).not.toContain("somebody");
    expect(text).not.toContain("geheim");
  });

  it("opens nothing with another secret", async () => {
    const id = crypto.randomUUID();
    await vault().put(id, { n: 1 }, 60);
    expect(await vaultIn(env.DB, sealerFor(`${SECRET}x`, "sign-in-attempt")).take(id)).toBeNull();
  });

  it("gives nothing that is too old, and sweeps it", async () => {
    const [old, young] = [crypto.randomUUID(), crypto.randomUUID()];
    await vault().put(old, { n: 1 }, 60);
    await vault().put(young, { n: 2 }, 600);
    const before = (await rows()).length;
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 61_000 });
    expect(await vault().look(old)).toBeNull();
    await vault().sweep();
    expect((await rows()).length).toBeLessThan(before);
    expect(await vault().take(old)).toBeNull();
    expect(await vault().take(young)).toEqual({ n: 2 });
  });
});
