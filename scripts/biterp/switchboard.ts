import type { IncomingMessage, ServerResponse } from "node:http";
import type { User } from "bundled-biterp";
import * as z from "zod";
import { fromLoopback, readBody, sendJson, sendProblem } from "./http.ts";

/** What every switchboard takes besides its switches. */
export const commonCommands = {
  /** Switches as at the start, counts and log empty; comes before the rest. Products and tokens stay. */
  reset: z.literal(true).optional(),
  /** By e-mail address or id: takes back all this person's tokens. */
  revokeUser: z.string().optional(),
};

interface Switchboard<Command> {
  command: z.ZodType<Command>;
  /** Does it. Returns what is wrong with it, if something is. */
  carryOut(command: Command): string | undefined;
  state(): unknown;
}

/** The person of this address or id, or what is wrong with it. */
export function personOf(users: readonly User[], wanted: string | undefined): User | string | undefined {
  if (wanted === undefined) return undefined;
  return users.find(({ id, email }) => wanted === id || wanted === email) ?? `Nobody here is "${wanted}".`;
}

/** zod leaves what was absent as absent; what is there has its value. */
export const present = <T extends object>(some: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(some).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };

/** `GET /_control` shows the state, `POST` changes switches. From this machine only. */
export function switchboard<Command>({ command, carryOut, state }: Switchboard<Command>) {
  function problemWith(text: string): string | undefined {
    let asked: unknown;
    try {
      asked = JSON.parse(text);
    } catch {
      return "This is not JSON.";
    }
    const { success, data, error } = command.safeParse(asked);
    return success ? carryOut(data) : z.prettifyError(error);
  }

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    // A page of some website must not turn the switches through a person's browser.
    if (!fromLoopback(request) || request.headers.origin !== undefined) {
      return sendProblem(response, { status: 403, code: "forbidden", detail: "For this machine only." });
    }
    if (request.method === "POST") {
      const detail = problemWith(await readBody(request));
      if (detail !== undefined) {
        return sendProblem(response, { status: 422, code: "validation_failed", detail });
      }
    }
    sendJson(response, 200, state());
  };
}
