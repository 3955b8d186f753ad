import { once } from "node:events";
import { createServer } from "node:http";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { Person } from "../../scripts/demo/browser.ts";
import { endNewestConnection } from "./support/connections-page";
import { cancelByConfirming, cancelInsideTheCall, everyday } from "./support/flow";
import { type Inspector, inspector } from "./support/inspector";
import { type McpRemoteOptions, mcpRemote, type RunningMcpRemote } from "./support/mcp-remote";
import { type Desktop, desktop } from "./support/opened-pages";
import { INSTALL_PATIENCE_MS, type ProgramPath, realPrograms } from "./support/real-programs";
import { ANA } from "./support/remote";
import { RemoteClient } from "./support/remote-client";
import { PATIENCE_MS, type RunningServer, startServer } from "./support/server";

declare module "vitest" {
  interface TaskMeta {
    /** Why a test was not run, for the last lines of the pipeline. */
    skipped?: string;
  }
}

const COMPANY = "padaria-aurora";

let server: RunningServer;
let path: ProgramPath;
let missing: string | undefined;
let desk: Desktop;

beforeAll(async () => {
  const programs = await realPrograms();
  if ("missing" in programs) {
    missing = `Not tried with mcp-remote and MCP Inspector: ${programs.missing}.`;
    console.warn(missing);
    return;
  }
  ({ path } = programs);
  server = await startServer();
}, INSTALL_PATIENCE_MS + PATIENCE_MS);
afterAll(async () => {
  await server?.stop();
});
beforeEach(async ({ skip, task }) => {
  if (missing !== undefined) {
    task.meta.skipped = missing;
    skip(missing);
  }
  desk = await desktop();
});
afterEach(async () => {
  await desk?.remove();
});

describe("mcp-remote", () => {
  const running = new Set<RunningMcpRemote>();
  const allow = async (page: URL) => {
    // The browser's last step is the program's own page.
    await fetch(await new Person(ANA).authorize(page));
  };
  const start = async (more: Partial<McpRemoteOptions> = {}): Promise<RunningMcpRemote> => {
    const usual = { program: path("mcp-remote"), url: `${server.url}/mcp`, desktop: desk, person: allow };
    const one = await mcpRemote({ ...usual, ...more });
    running.add(one);
    return one;
  };
  const companies = async ({ speaker }: RunningMcpRemote) =>
    (await speaker.call("list_tenants")).structured.tenants;
  const portOf = (page: URL | undefined) => new URL(page?.searchParams.get("redirect_uri") ?? "").port;

  afterEach(async () => {
    await Promise.all([...running].map((one) => one.close()));
    running.clear();
  });

  it("signs a person in and takes the main job from the search to the confirmation", async () => {
    const { speaker } = await start();
    expect(await desk.opened()).toHaveLength(1);
    const { names } = await everyday(speaker, COMPANY);
    await cancelByConfirming(speaker, COMPANY, names);
    const left = await speaker.call("list_products", { tenant_id: COMPANY, search: names[0]?.slice(0, -5) });
    expect(left.structured.products).toEqual([]);
  });

  it("has the question put to the person inside the call where it may speak 2026-07-28", async () => {
    const { speaker } = await start({ flags: ["--protocol", "auto"] });
    const { names } = await everyday(speaker, COMPANY);
    await cancelInsideTheCall(speaker, COMPANY, names);
  });

  it("needs no browser when it is started again, and asks once when the connection has been ended", async () => {
    await (await start()).close();
    await (await start()).close();
    expect(await desk.opened()).toHaveLength(1);

    await endNewestConnection(server.url, ANA);
    const one = await start();
    expect(await companies(one)).not.toEqual([]);
    expect(await desk.opened(), one.said()).toHaveLength(2);
  });

  it("asks once in the middle of its work, and then does what it was told", async () => {
    const one = await start();
    await endNewestConnection(server.url, ANA);
    expect(await companies(one)).not.toEqual([]);
    expect(await companies(one)).not.toEqual([]);
    expect(await desk.opened(), one.said()).toHaveLength(2);
  });

  it("gives up when the person says no", async () => {
    const refuse = async (page: URL) => {
      const send = (url: string, init: RequestInit) => {
        const body = init.body?.toString().replace("answer=approve", "answer=deny");
        return fetch(url, { ...init, ...(body !== undefined && { body }) });
      };
      await fetch(await new Person(ANA, {}, send).authorize(page));
    };
    await expect(start({ person: refuse })).rejects.toThrow(/access_denied/);
    expect(await desk.opened()).toHaveLength(1);
  });

  it("never sends the browser to the port of another program", async () => {
    await start();
    const port = portOf((await desk.opened())[0]);
    await Promise.all([...running].map((one) => one.close()));

    const seen: string[] = [];
    const stranger = createServer(({ url }, response) => {
      seen.push(url ?? "");
      response.writeHead(404).end();
    });
    await once(stranger.listen(Number(port), "127.0.0.1"), "listening");
    const other = await desktop();
    try {
      const one = await start({ desktop: other });
      expect(await companies(one)).not.toEqual([]);
      expect(portOf((await other.opened())[0])).not.toBe(port);
      expect(seen.filter((url) => url.includes("code="))).toEqual([]);
      await one.close();
    } finally {
      stranger.close();
      await other.remove();
    }
  });
});

describe("MCP Inspector on the command line", () => {
  let person: RemoteClient;
  let inspect: Inspector;
  const call = (tool: string, args: object, ...flags: string[]) => {
    const what = ["--tool-name", tool, "--tool-args-json", JSON.stringify(args)];
    return inspect(person.accessToken, "tools/call", ...what, ...flags);
  };

  beforeEach(async () => {
    person = await RemoteClient.signIn(server.url, ANA, { mode: "assistant" });
    inspect = inspector(path("@modelcontextprotocol/inspector"), `${server.url}/mcp`, desk);
  });
  afterEach(async () => {
    if (missing === undefined) expect(await desk.opened()).toEqual([]);
  });

  it("lists the tools and finds no fault in their schemas", async () => {
    const { code, result } = await inspect(person.accessToken, "tools/list", "--strict");
    expect(code).toBe(0);
    expect(result.tools?.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["list_products", "delete_products", "confirm_operation"]),
    );
  });

  it("reads, with its arguments typed as name=value", async () => {
    const typed = [`tenant_id=${COMPANY}`, "search=cafe", "limit=2"];
    const flags = ["--tool-name", "list_products", "--tool-arg", ...typed];
    const { code, result } = await inspect(person.accessToken, "tools/call", ...flags);
    expect(code).toBe(0);
    expect(result.structuredContent?.products).toHaveLength(2);
  });

  it.each(["legacy", "modern"])(
    "is asked before many are deleted, and deletes them then: %s",
    async (era) => {
      const ids = await person.products(COMPANY, 2);
      const args = { tenant_id: COMPANY, items: ids.map((id) => ({ id })) };
      const asked = await call("delete_products", args, "--protocol-era", era);
      expect(asked.code).toBe(0);
      expect(asked.result.structuredContent).toMatchObject({
        status: "AWAITING_CONFIRMATION",
        executed: false,
      });

      const { operation_id } = asked.result.structuredContent ?? {};
      const done = await call("confirm_operation", { operation_id }, "--protocol-era", era);
      expect(done.result.structuredContent).toMatchObject({
        status: "SUCCESS",
        summary: { total: 2, succeeded: 2, failed: 0 },
      });
    },
  );

  it("shows an error as one", async () => {
    const args = { tenant_id: COMPANY, id: crypto.randomUUID() };
    const { code, result, error } = await call("get_product", args);
    expect(code).not.toBe(0);
    expect(error.code).toBe("tool_is_error");
    expect(result.content?.[0]?.text).toContain("not_found");
  });

  it("is told to sign in, with a token that was never given and with none", async () => {
    for (const token of ["never-given", null]) {
      const { code, result, error } = await inspect(token, "tools/list");
      expect(code).not.toBe(0);
      expect(error.code).toBe("auth_required");
      expect(result).toEqual({});
    }
  });
});
