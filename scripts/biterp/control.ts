import type { IncomingMessage, ServerResponse } from "node:http";
import type { User } from "bundled-biterp";
import * as z from "zod";
import type { Steering } from "./faults/steering.ts";
import { switchesSchema } from "./faults/switches.ts";
import { fromLoopback, readBody, sendJson, sendProblem } from "./http.ts";
import type { TokenStore } from "./issuer/tokens.ts";
import type { Ledger } from "./ledger.ts";

interface Controlled {
  steering: Steering;
  ledger: Ledger;
  store: TokenStore;
  users: readonly User[];
}

const command = switchesSchema.partial().extend({
  /** Switches as at the start, counts and log empty; comes before the rest. Products and tokens stay. */
  reset: z.literal(true).optional(),
  /** By e-mail address or id: takes back all this person's tokens. */
  revokeUser: z.string().optional(),
});

type Command = z.output<typeof command>;

function parsed(text: string): Command | string {
  try {
    const { success, data, error } = command.safeParse(JSON.parse(text));
    return success ? data : z.prettifyError(error);
  } catch {
    return "This is not JSON.";
  }
}

/** `GET /_control` shows state, counts and log; `POST` changes switches. From this machine only. */
export function controlHandler({ steering, ledger, store, users }: Controlled) {
  function carryOut({ reset, revokeUser, ...switches }: Command): string | undefined {
    const user = users.find(({ id, email }) => revokeUser === id || revokeUser === email);
    if (revokeUser !== undefined && !user) return `Nobody here is "${revokeUser}".`;
    if (reset) {
      steering.reset();
      ledger.reset();
    }
    // zod leaves what was absent as absent; what is there has its value.
    steering.change(Object.fromEntries(Object.entries(switches).filter(([, value]) => value !== undefined)));
    if (user) store.revokeAccount(user.id);
    return undefined;
  }

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    // A page of some website must not turn the switches through a person's browser.
    if (!fromLoopback(request) || request.headers.origin !== undefined) {
      return sendProblem(response, { status: 403, code: "forbidden", detail: "For this machine only." });
    }
    if (request.method === "POST") {
      const wanted = parsed(await readBody(request));
      const detail = typeof wanted === "string" ? wanted : carryOut(wanted);
      if (detail !== undefined) {
        return sendProblem(response, { status: 422, code: "validation_failed", detail });
      }
    }
    const { switches } = steering;
    sendJson(response, 200, { switches, counts: ledger.counts, log: ledger.log });
  };
}
