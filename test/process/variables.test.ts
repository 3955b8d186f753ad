import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, it } from "vitest";
import { readSettings, variableNames } from "../../scripts/start/settings.mjs";
import { type RunningServer, startServer } from "./support/server";

const root = fileURLToPath(new URL("../..", import.meta.url));
const page = readFileSync(`${root}docs/deploying.md`, "utf8");
const table = page.slice(page.indexOf("## Every variable"), page.indexOf("## Watch"));
/** The names in the first column of the table of variables. */
const documented = [...table.matchAll(/^\| `([A-Z_]+)`/gm)].map(([, name = ""]) => name);

/** What a shell, a file of variables or a process list would spoil. */
const hard = (name: string) => `${name} "of" it's #1 $HOME \\n é=ü`;

let server: RunningServer | undefined;
afterEach(async () => {
  await server?.stop();
});

/** The variables that reach a Worker that is started so. */
async function reached(how: { env?: Record<string, string>; args?: string[] }) {
  server = await startServer({
    ...how,
    args: [...(how.args ?? []), "--minify=false", "test/process/support/echo.ts"],
  });
  return (await (await fetch(`http://127.0.0.1:${server.port}/`)).json()) as Record<string, string>;
}

describe("npm start", () => {
  it("knows every variable that is documented, and documents every one it knows", () => {
    expect(documented.length).toBeGreaterThan(10);
    expect([...variableNames(root)].sort()).toEqual([...documented].sort());
  });

  it("hands each of them from the environment to the Worker, as it is", async () => {
    const env = Object.fromEntries(documented.map((name) => [name, hard(name)]));
    expect(await reached({ env: { ...env, PUBLIC_URL: "https://public.example" } })).toMatchObject({
      ...env,
      PUBLIC_URL: "https://public.example",
    });
    expect(server?.output()).toContain("https://public.example/mcp");
  });

  it("hands each of them from a flag", async () => {
    const names = documented.filter((name) => name !== "PUBLIC_URL");
    const args = names.map((name) => `--${name.toLowerCase().replaceAll("_", "-")}=${hard(name)}`);
    expect(await reached({ args })).toMatchObject(
      Object.fromEntries(names.map((name) => [name, hard(name)])),
    );
  });
});

describe("what is said at the start", () => {
  const names = ["PORT", "BITERP_URL"];
  const read = (args: string[], env: NodeJS.ProcessEnv = {}) => readSettings(args, env, names);

  it.each([
    [["--port=1", "--biterp-url", "http://a=b"], {}],
    [[], { PORT: "1", BITERP_URL: "http://a=b" }],
    [["--biterp-url=http://a=b", "--port", "1"], { PORT: "2", BITERP_URL: "http://c" }],
    // PowerShell takes the `--` away, and npm the flags.
    [[], { npm_config_port: "1", npm_config_biterp_url: "http://a=b" }],
    [["1", "http://a=b"], { npm_config_port: "true", npm_config_biterp_url: "true" }],
  ])("is read from %j and %j", (args, env) => {
    expect(read(args, env)).toEqual({ settings: { PORT: "1", BITERP_URL: "http://a=b" }, rest: [] });
  });

  it("leaves the rest as it stands", () => {
    expect(read(["--var", "A:b", "--port=1", "--portable"])).toEqual({
      settings: { PORT: "1" },
      rest: ["--var", "A:b", "--portable"],
    });
  });
});
