import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cancelByConfirming, cancelInsideTheCall, everyday } from "./support/flow";
import { PATIENCE_MS, type RunningServer, startServer } from "./support/server";
import { legacy, modern } from "./support/speakers";

const ANA = "ana@padaria-aurora.example";
const COMPANY = "padaria-aurora";

describe("the official clients against a started server, signed in over OAuth", () => {
  let server: RunningServer;
  let url: URL;

  beforeAll(async () => {
    server = await startServer();
    url = new URL(`${server.url}/mcp`);
  }, PATIENCE_MS);
  afterAll(async () => {
    await server?.stop();
  });

  it("v2 (2026-07-28) does the main job with one question inside the call", async () => {
    const { speaker, revision, close } = await modern(url, ANA);
    expect(revision).toBe("2026-07-28");
    const { names } = await everyday(speaker, COMPANY);
    await cancelInsideTheCall(speaker, COMPANY, names);
    await close();
  });

  it("v1 (2025 revisions) does it with one confirmation", async () => {
    const { speaker, revision, close } = await legacy(url, ANA);
    expect(revision).toMatch(/^2025-/);
    const { names } = await everyday(speaker, COMPANY);
    await cancelByConfirming(speaker, COMPANY, names);
    await close();
  });

  it("one client's operation is nobody else's to confirm", async () => {
    const [mine, other] = [await legacy(url, ANA), await legacy(url, ANA)];
    const { names } = await everyday(mine.speaker, COMPANY);
    const items = names.map((name) => ({ name }));
    const waiting = await mine.speaker.call("delete_products", { tenant_id: COMPANY, items });
    const { operation_id } = waiting.structured;
    await expect(other.speaker.call("confirm_operation", { operation_id })).rejects.toThrow(/not_found/);
    const seen = await other.speaker.call("get_operation", { operation_id });
    expect(seen.structured.status).toBe("AWAITING_CONFIRMATION");
    await Promise.all([mine.close(), other.close()]);
  });
});
