import { sign, verify } from "hono/jwt";
import type { JsonObject } from "./json";

/** What a signature is for. Each purpose has a key of its own, so that no token can stand in for another kind. */
export type SigningPurpose = "cursor" | "sandbox-token" | "browser-session" | "consent" | "question" | "page";

/** Signs and opens small JSON payloads. Signed, not encrypted: nothing secret goes in. */
export interface Signer {
  /** @param ttlSeconds how long the token opens; absent: for ever */
  sign(payload: JsonObject, ttlSeconds?: number): Promise<string>;
  /** The payload, or null when the token is forged, damaged, of another purpose, or too old. */
  open(token: string): Promise<JsonObject | null>;
}

/** @param secret the configured SIGNING_SECRET */
export function signerFor(secret: string, purpose: SigningPurpose): Signer {
  const key = `${secret}|${purpose}`;
  return {
    sign: (payload, ttlSeconds) => {
      const now = Math.floor(Date.now() / 1000);
      return sign(ttlSeconds === undefined ? payload : { ...payload, exp: now + ttlSeconds }, key, "HS256");
    },
    open: async (token) => {
      try {
        return (await verify(token, key, "HS256")) as JsonObject;
      } catch {
        return null;
      }
    },
  };
}
