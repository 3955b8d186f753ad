import { createServer } from "node:http";

/** The address at which a client on the person's own machine hears the end of the sign-in. */
export interface Loopback {
  redirectUrl: string;
  /** The parameters of the first request that arrives. */
  received: Promise<URLSearchParams>;
  close(): void;
}

/** Listens on a free loopback port (RFC 8252, section 7.3). */
export async function listenForCode(): Promise<Loopback> {
  const { promise, resolve } = Promise.withResolvers<URLSearchParams>();
  const server = createServer((request, response) => {
    response.setHeader("Connection", "close").end("Done. This page can be closed.\n");
    resolve(new URL(request.url ?? "/", "http://127.0.0.1").searchParams);
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return { redirectUrl: `http://127.0.0.1:${port}/callback`, received: promise, close: () => server.close() };
}
