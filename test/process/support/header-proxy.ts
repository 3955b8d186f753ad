import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A gateway that puts one header on every request and hands it on; what a client without headers needs. */
export interface HeaderProxy {
  /** The address to give to the client, with the upstream's path. */
  url: string;
  stop(): Promise<void>;
}

/** @param upstream the MCP endpoint  @param authorization the header's value */
export async function headerProxy(upstream: string, authorization: string): Promise<HeaderProxy> {
  const { pathname } = new URL(upstream);
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const headers = new Headers({ Authorization: authorization });
    for (const name of ["content-type", "accept", "mcp-protocol-version", "mcp-session-id"]) {
      const value = request.headers[name];
      if (typeof value === "string") headers.set(name, value);
    }
    const body = Buffer.concat(chunks);
    const answer = await fetch(upstream, {
      method: request.method ?? "GET",
      headers,
      ...(body.length > 0 && { body }),
    });
    const type = answer.headers.get("Content-Type");
    response.writeHead(answer.status, type === null ? {} : { "Content-Type": type });
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${pathname}`,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
