import type { User } from "bundled-biterp";
import type { Steering } from "./faults/steering.ts";
import { switchesSchema } from "./faults/switches.ts";
import type { TokenStore } from "./issuer/tokens.ts";
import type { Ledger } from "./ledger.ts";
import { commonCommands, personOf, present, switchboard } from "./switchboard.ts";

interface Controlled {
  steering: Steering;
  ledger: Ledger;
  store: TokenStore;
  users: readonly User[];
}

/** bitERP's own switchboard: state, counts and log of its writes. */
export function controlHandler({ steering, ledger, store, users }: Controlled) {
  return switchboard({
    command: switchesSchema.partial().extend(commonCommands),
    carryOut({ reset, revokeUser, ...switches }) {
      const user = personOf(users, revokeUser);
      if (typeof user === "string") return user;
      if (reset) {
        steering.reset();
        ledger.reset();
      }
      steering.change(present(switches));
      if (user) store.revokeAccount(user.id);
      return undefined;
    },
    state: () => ({ switches: steering.switches, counts: ledger.counts, log: ledger.log }),
  });
}
