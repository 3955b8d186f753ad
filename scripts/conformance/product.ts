import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { startServer } from "../../test/process/support/server.ts";
import { connect } from "../demo/connect.ts";
import type { Tried } from "./tried.ts";

/** Starts the product as `npm start` does, and a door in front of it that adds a signed-in person's token. */
export async function startProduct(): Promise<Tried> {
  const product = await startServer();
  try {
    const { client, provider } = await connect(new URL(`${product.url}/mcp`), "ana@example.com", () => true);
    const token = provider.tokens()?.access_token;
    await client.close();
    if (token === undefined) throw new Error("The sign-in brought no token");
    const door = await openDoor(product.url, token);
    return {
      url: door.url,
      async stop() {
        door.close();
        await product.stop();
      },
    };
  } catch (error) {
    await product.stop();
    throw error;
  }
}

/** The suite cannot send a token. All else goes through untouched; only our own port in `Host` and `Origin` is the product's. */
async function openDoor(product: string, token: string): Promise<{ url: string; close(): void }> {
  const target = new URL(product);
  const door = createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers, authorization: `Bearer ${token}` };
    const { port } = door.address() as AddressInfo;
    const moved = (value: string | undefined) => value?.replace(`localhost:${port}`, target.host);
    const onward = request(
      {
        host: "127.0.0.1",
        port: target.port,
        method: incoming.method,
        path: incoming.url,
        headers: {
          ...headers,
          ...(headers.host && { host: moved(headers.host) }),
          ...(headers.origin && { origin: moved(headers.origin) }),
        },
      },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    onward.on("error", () => outgoing.destroy());
    outgoing.on("close", () => onward.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => door.listen(0, "127.0.0.1", resolve));
  const { port } = door.address() as AddressInfo;
  return {
    url: `http://localhost:${port}/mcp`,
    close: () => {
      door.closeAllConnections();
      door.close();
    },
  };
}
