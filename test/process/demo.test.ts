import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Person } from "../../scripts/demo/browser.ts";
import { connectModern } from "../../scripts/demo/connect.ts";
import { MemoryProvider } from "../../scripts/demo/provider.ts";
import { endNewestConnection } from "./support/connections-page";
import { freePort, PATIENCE_MS, type RunningServer, startServer } from "./support/server";

const ANA = "ana@padaria-aurora.example";
const root = fileURLToPath(new URL("../..", import.meta.url));

/** Runs the demo as `npm run demo` does. */
function demo(env: Record<string, string>): Promise<{ code: number; said: string; complained: string }> {
  const options = { cwd: root, env: { ...process.env, BITERP_MCP_SERVER: "", ...env }, timeout: 60_000 };
  return new Promise((resolve) => {
    execFile(process.execPath, ["scripts/demo.ts"], options, (error, said, complained) => {
      resolve({ code: error ? Number(error.code ?? 1) : 0, said, complained });
    });
  });
}

describe("npm run demo", () => {
  let server: RunningServer;
  let port: string;

  beforeAll(async () => {
    server = await startServer();
    ({ port } = new URL(server.url));
  }, PATIENCE_MS);
  afterAll(async () => {
    await server?.stop();
  });

  it("tells the whole story in Portuguese, and can be told again", async () => {
    for (const _ of ["first", "again"]) {
      const { code, said, complained } = await demo({ PORT: port, LC_ALL: "C" });
      expect(complained).toBe("");
      expect(code).toBe(0);
      expect(said).toContain("Cancele Produto Demo A, Produto Demo B e Produto Demo C.");
      expect(said).toContain("✘ Produto Demo B: não foi feito.");
      expect(said).toContain("2 de 3 feitos, 1 não.");
      expect(said.match(/┃ Excluir 2 produtos/g)).toHaveLength(1);
      expect(said).toContain("Nada foi feito; a pergunta continua esperando pela pessoa.");
      expect(said).toContain("1 de 1 feito.");
      expect(said).toContain("Tudo aconteceu como dito.");
    }
  });

  it("speaks English where the terminal does, and takes the server's address", async () => {
    const env = { BITERP_MCP_SERVER: `${server.url}/mcp`, LC_ALL: "en_US.UTF-8" };
    const { code, said } = await demo(env);
    expect(code).toBe(0);
    expect(said).toContain("2 of 3 done, 1 not.");
  });

  it("leaves no connection behind", async () => {
    // Signed in on the page; only the way out of it is left to press.
    const nothingToEnd = /^No such button: (?!.*"end").*sign-out/;
    await expect(endNewestConnection(server.url, ANA)).rejects.toThrow(nothingToEnd);
  });

  it("has a client that signs in again after its connection was ended", async () => {
    const person = new Person(ANA);
    let signIns = 0;
    const authProvider = new MemoryProvider({
      redirectUrl: "http://127.0.0.1:1/callback",
      clientName: "demo",
      open: async (url) => {
        signIns += 1;
        return (await person.authorize(url)).searchParams;
      },
    });
    const connected = () => connectModern(new URL(`${server.url}/mcp`), { authProvider }, () => true);
    await (await connected()).close();
    await endNewestConnection(server.url, ANA);
    const client = await connected();
    expect((await client.listTools()).tools.length).toBeGreaterThan(0);
    expect(signIns).toBe(2);
    await client.close();
  });

  it("says what to do when no server runs", async () => {
    const { code, complained } = await demo({ PORT: String(await freePort()), LC_ALL: "C" });
    expect(code).toBe(1);
    expect(complained).toContain("npm start");
  });
});
