import { decodeBase64, encodeBase64 } from "hono/utils/encode";
import type { JsonObject } from "./json";

/** What a sealed value is for. Each purpose has a key of its own. */
export type SealingPurpose = "sign-in" | "sign-in-attempt" | "program-grant";

/** Encrypts small JSON values for storage at rest. */
export interface Sealer {
  seal(value: JsonObject): Promise<string>;
  /** The value, or null when it was sealed with another secret, damaged, or for another purpose. */
  open(sealed: string): Promise<JsonObject | null>;
}

/** @param secret the configured SIGNING_SECRET; the key is derived from it, so neither opens what the other guards */
export function sealerFor(secret: string, purpose: SealingPurpose): Sealer {
  let key: Promise<CryptoKey> | undefined;
  const ready = () => {
    key ??= derive(secret, purpose);
    return key;
  };
  return {
    async seal(value) {
      const iv = crypto.getRandomValues(new Uint8Array(12));
      const plain = new TextEncoder().encode(JSON.stringify(value));
      const body = await crypto.subtle.encrypt({ name: "AES-GCM", iv }, await ready(), plain);
      return `${encodeBase64(iv.buffer)}.${encodeBase64(body)}`;
    },
    async open(sealed) {
      const [iv = "", body = ""] = sealed.split(".");
      try {
        const algorithm = { name: "AES-GCM", iv: decodeBase64(iv) };
        const plain = await crypto.subtle.decrypt(algorithm, await ready(), decodeBase64(body));
        return JSON.parse(new TextDecoder().decode(plain)) as JsonObject;
      } catch {
        return null;
      }
    },
  };
}

async function derive(secret: string, purpose: SealingPurpose): Promise<CryptoKey> {
  const bytes = new TextEncoder();
  const root = await crypto.subtle.importKey("raw", bytes.encode(secret), "HKDF", false, ["deriveKey"]);
  const how = {
    name: "HKDF",
    hash: "SHA-256",
    salt: new Uint8Array(),
    info: bytes.encode(`seal|${purpose}`),
  };
  return crypto.subtle.deriveKey(how, root, { name: "AES-GCM", length: 256 }, false, ["encrypt", "decrypt"]);
}
