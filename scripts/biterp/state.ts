import { generateKeyPairSync, randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { JWK } from "oidc-provider";
import * as z from "zod";

const kept = z.object({
  clientSecret: z.string(),
  cookieKey: z.string(),
  signingSecret: z.string(),
  signingKey: z.record(z.string(), z.unknown()),
  /** What the issuer has given out, as the token store writes it. */
  tokens: z.array(z.unknown()),
});

/** What outlives a restart besides the database. */
export type Kept = z.output<typeof kept>;

const random = () => randomBytes(32).toString("base64url");

function fresh(): Kept {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const jwk: JWK = { ...privateKey.export({ format: "jwk" }), use: "sig", alg: "RS256", kid: random() };
  return {
    clientSecret: random(),
    cookieKey: random(),
    signingSecret: random(),
    signingKey: { ...jwk },
    tokens: [],
  };
}

/** The local state of one port. */
export interface State {
  /** Where the database lives; undefined: in memory. */
  database: string | undefined;
  kept: Kept;
  /** Writes `kept`, which holds secrets, where only its owner reads it. */
  save(): void;
}

/** @param folder undefined: nothing is kept */
export function openState(folder: string | undefined): State {
  if (folder === undefined) return { database: undefined, kept: fresh(), save: () => undefined };
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, "issuer.json");
  const state: State = {
    database: join(folder, "v3"),
    kept: existsSync(file) ? kept.parse(JSON.parse(readFileSync(file, "utf8"))) : fresh(),
    save: () => writeFileSync(file, JSON.stringify(state.kept), { mode: 0o600 }),
  };
  state.save();
  return state;
}
