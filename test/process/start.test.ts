import { spawn, spawnSync } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { registerClient, registration } from "../../scripts/register-client/register.ts";
import { nextSteps } from "../../scripts/start/next-steps.mjs";
import { remoteErp } from "../../scripts/start/state.mjs";
import { freePort, type RunningServer, startServer, terminal } from "./support/server";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Process ids whose command line holds the text. */
function processesWith(text: string): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(text);
      } catch {
        return false;
      }
    })
    .map(Number);
}

describe("npm start", () => {
  let first: RunningServer;
  let second: RunningServer;

  beforeAll(async () => {
    [first, second] = await Promise.all([startServer(), startServer({ env: { LC_ALL: "pt_BR.UTF-8" } })]);
  });
  afterAll(async () => {
    await Promise.allSettled([first?.stop(), second?.stop()]);
  });

  it("serves two side by side, each healthy", async () => {
    expect(first.url).not.toBe(second.url);
    for (const { url } of [first, second]) {
      const health = await fetch(`${url}/health`);
      expect(health.status).toBe(200);
    }
  });

  it("says what to do next, in the terminal's language", () => {
    expect(first.output()).toContain(`claude mcp add --transport http biterp ${first.url}/mcp`);
    expect(first.output()).toContain("sign in as one of its people");
    expect(first.output()).toContain(`${first.url}/connections`);
    expect(second.output()).toContain("entre como uma das pessoas dele");
    expect(second.output()).toContain(`${second.url}/connections`);
    expect(second.output()).toContain("npm run demo");
  });

  it("says which bitERP it uses where that is elsewhere, and names nobody of the sandbox", () => {
    const said = nextSteps(
      "http://localhost:1",
      1,
      remoteErp([], {}, ["--var", "BITERP_URL:https://erp.example"]),
    );
    expect(said).toContain("bitERP: https://erp.example, ");
    expect(said).not.toContain("ana@");
    expect(remoteErp([], {}, ["--var", "BITERP_URL:"])).toBeUndefined();
  });

  it("prints nothing but that", () => {
    expect(first.output()).not.toMatch(/warn|error|update available|missing/i);
  });

  it("makes a signing secret per state that nobody else can read", () => {
    const secret = ({ url }: RunningServer) =>
      `${root}.wrangler/state-${new URL(url).port}/signing-secret.env`;
    const texts = [first, second].map((server) => readFileSync(secret(server), "utf8"));
    expect(texts[0]).toMatch(/^SIGNING_SECRET=.{43}\n$/);
    expect(texts[0]).not.toBe(texts[1]);
    expect(statSync(secret(first)).mode & 0o077).toBe(0);
  });

  it("keeps the secret out of every command line", () => {
    const { port } = new URL(first.url);
    const value = readFileSync(`${root}.wrangler/state-${port}/signing-secret.env`, "utf8").trim().slice(15);
    expect(processesWith(value)).toEqual([]);
  });

  it("refuses a port in use and says how to take another", () => {
    const { port } = new URL(first.url);
    const again = spawnSync(process.execPath, ["scripts/start.mjs"], {
      cwd: root,
      env: terminal({ PORT: port }),
      encoding: "utf8",
    });
    expect(again.status).toBe(1);
    expect(again.stderr).toContain(`Port ${port} is in use`);
    expect(again.stderr).toContain("npm start");
  });

  it("says in a sentence, once, that a program's description could not be fetched, and lets it register", async () => {
    const query = {
      response_type: "code",
      client_id: "https://nowhere.invalid-of-this-test.example/client.json",
      redirect_uri: "http://127.0.0.1:9/callback",
      code_challenge: "a".repeat(43),
      code_challenge_method: "S256",
    };
    const ask = () => fetch(`${first.url}/authorize?${new URLSearchParams(query)}`);
    expect((await ask()).status).toBe(400);
    await expect.poll(() => first.output(), { timeout: 15_000 }).toContain("could not be fetched");
    expect(await (await ask()).text()).toContain("can register here instead");
    expect(first.output().match(/could not be fetched/g)).toHaveLength(1);
    expect(first.output()).not.toMatch(/workerd@|stack:|ffi\.rs/);
    const discovery = await fetch(`${first.url}/.well-known/oauth-authorization-server`);
    expect(await discovery.json()).toMatchObject({ client_id_metadata_document_supported: false });
    const wanted = registration(["--name=Made by hand", `--redirect=${query.redirect_uri}`, "--secret"], {
      PORT: new URL(first.url).port,
    });
    if (typeof wanted !== "object") throw new Error("not understood");
    const printed = await registerClient(wanted);
    const [, id = ""] = /client id +(\S+)/.exec(printed) ?? [];
    expect(printed).toMatch(/client secret +\S{20}/);
    const known = new URLSearchParams({ ...query, client_id: id });
    const page = await fetch(`${first.url}/authorize?${known}`, { redirect: "manual" });
    expect([page.status, page.headers.get("Location")]).toEqual([302, expect.stringContaining("/sign-in?")]);
    await expect(registerClient({ ...wanted, redirects: ["javascript:alert(1)"] })).rejects.toThrow(
      /redirect/,
    );
    await expect(
      registerClient({ ...wanted, server: `http://localhost:${await freePort()}` }),
    ).rejects.toThrow(/Nobody answers/);
  });

  it("ends with the npm that started it, which passes no signal on", async () => {
    const port = await freePort();
    const npm = spawn("npm", ["start"], {
      cwd: root,
      env: terminal({ PORT: String(port) }),
      stdio: ["ignore", "pipe", "ignore"],
    });
    await new Promise<void>((resolve) => {
      let output = "";
      npm.stdout.on("data", (chunk: Buffer) => {
        output += chunk;
        if (output.includes(`localhost:${port}/mcp`)) resolve();
      });
    });
    npm.kill("SIGTERM");
    await expect.poll(() => processesWith(`state-${port}`), { timeout: 15_000 }).toEqual([]);
    await rm(`${root}.wrangler/state-${port}`, { recursive: true, force: true });
  });

  it("ends cleanly, leaving no process behind", async () => {
    const { port } = new URL(second.url);
    expect(processesWith(`state-${port}`).length).toBeGreaterThan(0);
    expect(await second.stop()).toBe(0);
    expect(processesWith(`state-${port}`)).toEqual([]);
    await expect(fetch(`${second.url}/health`)).rejects.toThrow();
  });
});
