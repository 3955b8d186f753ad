import { Client, StreamableHTTPClientTransport, UnauthorizedError } from "@modelcontextprotocol/client";
import { type Consent, Person } from "./browser.ts";
import { listenForCode } from "./loopback.ts";
import { MemoryProvider } from "./provider.ts";

/** Answers a question asked inside a call. */
export type Answerer = (question: string) => boolean;

export interface Connected {
  client: Client;
  /** What the client remembers of its sign-in. */
  provider: MemoryProvider;
}

/**
 * Signs a seeded person in over loopback, as a desktop client does.
 * @param attempt one attempt to connect with the provider; is made again once the person has signed in
 */
export async function signedIn<T>(
  email: string,
  consent: Consent,
  attempt: (provider: MemoryProvider, finish?: URLSearchParams) => Promise<T>,
): Promise<{ value: T; provider: MemoryProvider }> {
  const loopback = await listenForCode();
  const person = new Person(email, consent);
  const open = async (url: URL) => {
    const back = await person.authorize(url);
    // The browser's last step: the redirect to the client that listens.
    await fetch(back);
    return loopback.received;
  };
  const provider = new MemoryProvider({ redirectUrl: loopback.redirectUrl, clientName: "bitERP demo", open });
  try {
    return { value: await attempt(provider), provider };
  } finally {
    loopback.close();
  }
}

/** Connects as a person with the maintained client, which speaks 2026-07-28 and can be asked inside a call. */
export async function connect(
  server: URL,
  email: string,
  answer: Answerer,
  consent: Consent = {},
): Promise<Connected> {
  const { value, provider } = await signedIn(email, consent, (authProvider) =>
    connectModern(server, { authProvider }, answer),
  );
  return { client: value, provider };
}

/** Closes the client and ends its connection at the server, so that none is left behind. */
export async function disconnect({ client, provider }: Connected): Promise<void> {
  await client.close();
  await provider.revoke();
}

export interface ModernOptions {
  authProvider: MemoryProvider;
  fetch?: (url: string | URL, init?: RequestInit) => Promise<Response>;
}

/** The maintained client, signed in through the provider it is given. */
export async function connectModern(server: URL, options: ModernOptions, answer: Answerer): Promise<Client> {
  const client = new Client(
    { name: "biterp-demo", version: "1.0.0" },
    { capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode: "auto" } },
  );
  client.setRequestHandler("elicitation/create", ({ params }) => {
    const confirm = answer(params.message);
    return { action: "accept", content: { confirm } };
  });
  const first = new StreamableHTTPClientTransport(server, options);
  try {
    await client.connect(first);
  } catch (error) {
    if (!(error instanceof UnauthorizedError)) throw error;
    await first.finishAuth(options.authProvider.answer);
    await client.connect(new StreamableHTTPClientTransport(server, options));
  }
  return client;
}
