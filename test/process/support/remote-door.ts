import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

/** What a door answers in bitERP's place. */
export interface Instead {
  status: number;
  body: unknown;
}

/** A door in front of a bitERP: passes everything on, and answers what a test wants answered otherwise. */
export interface Door {
  url: string;
  /** By method and whole path with its query, e.g. `GET /v1/tenants`; a pattern for many. */
  instead(what: string | RegExp, answer: Instead): void;
  /** Passes everything on again. */
  open(): void;
  /** `METHOD /path` of every request since `open`. */
  readonly seen: string[];
  close(): void;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) text += chunk;
  return text;
}

/** @param target bitERP's origin */
export async function doorBefore(target: string): Promise<Door> {
  const answers: { what: string | RegExp; answer: Instead }[] = [];
  const seen: string[] = [];
  const found = (line: string) =>
    answers.find(({ what }) => (typeof what === "string" ? what === line : what.test(line)))?.answer;

  const server = createServer(async (request, response) => {
    const { method = "GET", url = "/" } = request;
    const body = await bodyOf(request);
    seen.push(`${method} ${url}`);
    const instead = found(`${method} ${url}`);
    if (instead) {
      response.writeHead(instead.status, { "Content-Type": "application/json" });
      response.end(JSON.stringify(instead.body));
      return;
    }
    const headers = new Headers();
    for (const [name, value] of Object.entries(request.headers))
      if (typeof value === "string" && !["host", "connection", "content-length"].includes(name))
        headers.set(name, value);
    const init = { method, headers, redirect: "manual", ...(body && { body }) } as const;
    const answer = await fetch(target + url, init).catch(() => undefined);
    if (!answer) return void request.socket.destroy();
    const text = await answer.text();
    const kept = ["content-type", "etag", "retry-after"].flatMap((name) => {
      const value = answer.headers.get(name);
      return value === null ? [] : [[name, value] as const];
    });
    response.writeHead(answer.status, Object.fromEntries(kept)).end(text);
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    instead: (what, answer) => {
      answers.unshift({ what, answer });
    },
    open: () => {
      answers.length = 0;
      seen.length = 0;
    },
    seen,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
