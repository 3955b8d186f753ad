import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { until } from "../support/remote";
import { authorization, RemoteClient, register } from "../support/remote-client";

export interface ProgramOptions {
  /** What it calls itself. */
  name?: string;
  /** The loopback address that it listens at. */
  host?: "127.0.0.1" | "[::1]" | "localhost";
  /** Where it sends the browser once it has its code. */
  onward?: string;
}

/** A program on the person's own computer, which listens for the browser to come back (RFC 8252, section 7.3). */
export class Program {
  /** Every address that a browser asked for at its listener. */
  readonly arrivals: URL[] = [];

  private constructor(
    readonly server: string,
    readonly clientId: string,
    readonly redirectUri: string,
    /** The address that it opens in the browser. */
    readonly address: string,
    readonly state: string,
    readonly verifier: string,
    readonly listener: Server,
  ) {}

  /** Registers with the server and begins to listen. */
  static async start(server: string, options: ProgramOptions = {}): Promise<Program> {
    const { name = "Programa", host = "127.0.0.1", onward } = options;
    const listener = createServer();
    await new Promise<void>((resolve, reject) => {
      listener.once("error", reject).listen(0, host.replace(/[[\]]/g, ""), resolve);
    });
    const redirectUri = `http://${host}:${(listener.address() as AddressInfo).port}/callback`;
    const clientId = await register(server, name, redirectUri);
    const { url, verifier } = authorization(server, clientId, redirectUri);
    const state = crypto.randomUUID();
    url.searchParams.set("state", state);
    const program = new Program(server, clientId, redirectUri, url.href, state, verifier, listener);
    listener.on("request", (request, response) => {
      const asked = new URL(request.url ?? "/", redirectUri);
      if (asked.pathname === "/callback") program.arrivals.push(asked);
      if (onward !== undefined) response.writeHead(302, { Location: onward, Connection: "close" });
      else response.setHeader("Content-Type", "text/html").setHeader("Connection", "close");
      response.end("<!doctype html><title>Program</title><p>Back at the program.");
    });
    return program;
  }

  /** Where the browser came back to first. @throws Error when it does not come */
  arrival(timeoutMs = 20_000): Promise<URL> {
    return until(async () => this.arrivals[0], timeoutMs);
  }

  /** Takes the tokens for the code that the browser brought. */
  async redeem(arrived?: URL): Promise<RemoteClient> {
    const { searchParams } = arrived ?? (await this.arrival());
    const code = searchParams.get("code");
    if (code === null) throw new Error(`The browser came back with ${searchParams}`);
    const { clientId, verifier, redirectUri } = this;
    return RemoteClient.redeem(this.server, { clientId, code, verifier, redirectUri });
  }

  close(): void {
    this.listener.close();
  }
}
