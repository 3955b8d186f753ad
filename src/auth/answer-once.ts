import { decodeBase64, encodeBase64 } from "hono/utils/encode";
import { StoreConflict } from "./store/consistent-store";

/** As long as a consent form can be sent. */
const KEPT_SECONDS = 15 * 60;
/** A second try of the same moment gets the first one's answer; later, what is in it may be used up. */
const SAME_MOMENT_MS = 10_000;
const TRIES = 20;
const PAUSE_MS = 100;

/**
 * Answers once. A double click, or a request that was sent twice, gets the first one's answer and does nothing; one that
 * is sent again later gets null, and so does one whose first never came to an answer.
 * @param id of what is answered, which must not give the secret away
 * @param secret what only the asking side has; the stored answer is sealed with it
 * @param answer null: nothing came of it, and the next try is a first one again
 */
export async function answerOnce(
  store: KVNamespace,
  id: string,
  secret: string,
  answer: () => Promise<string | null>,
): Promise<string | null> {
  // The store writes such a key once, whoever else tries at the same moment.
  const taken = `once:${id}`;
  const done = `answer:${id}`;
  try {
    await store.put(taken, "", { expirationTtl: KEPT_SECONDS });
  } catch (error) {
    if (error instanceof StoreConflict) return repeated(store, done, secret);
    throw error;
  }
  let text: string | null = null;
  try {
    text = await answer();
  } finally {
    if (text === null) await store.delete(taken);
  }
  if (text === null) return null;
  const stored = JSON.stringify({ text, at: Date.now() });
  // What was done is done, and its code or token is nowhere else: only a repeat would miss what could not be stored.
  await store.put(done, await seal(secret, stored), { expirationTtl: KEPT_SECONDS }).catch(() => undefined);
  return text;
}

async function repeated(store: KVNamespace, done: string, secret: string): Promise<string | null> {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const sealed = await store.get(done);
    if (sealed !== null) {
      const { text, at } = JSON.parse(await unseal(secret, sealed)) as { text: string; at: number };
      return Date.now() - at < SAME_MOMENT_MS ? text : null;
    }
    await pause(PAUSE_MS);
  }
  return null;
}

/** Answers hold codes and tokens, so what is stored opens only with what the asking side has. */
async function seal(secret: string, text: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const plain = new TextEncoder().encode(text);
  const sealed = await crypto.subtle.encrypt({ name: "AES-GCM", iv }, await keyOf(secret), plain);
  return `${encodeBase64(iv.buffer)}.${encodeBase64(sealed)}`;
}

async function unseal(secret: string, sealed: string): Promise<string> {
  const [iv = "", body = ""] = sealed.split(".");
  const algorithm = { name: "AES-GCM", iv: decodeBase64(iv) };
  const plain = await crypto.subtle.decrypt(algorithm, await keyOf(secret), decodeBase64(body));
  return new TextDecoder().decode(plain);
}

async function keyOf(secret: string): Promise<CryptoKey> {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(secret));
  return crypto.subtle.importKey("raw", hash, "AES-GCM", false, ["encrypt", "decrypt"]);
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
