import { decodeBase64, encodeBase64 } from "hono/utils/encode";

/** As long as a consent form can be sent. */
const KEPT_SECONDS = 15 * 60;
/** A second click of the same moment gets the first one's way; later, the code in it may be used up. */
const SAME_MOMENT_MS = 10_000;
const TRIES = 8;
const PAUSE_MS = 250;

/** Where to send the browser, or null: this form was answered before. */
export type Answer = string | null;

/** Longer than a write that was under way when the form seemed free takes to arrive. */
const SETTLING_MS = 100;

/**
 * Answers a consent form once. A double click gets the same redirect twice, and no second grant; a form that is sent
 * again later gets null.
 *
 * The keys start with `transaction:` because the store behind reads those without the lag of KV. Two keys, since KV
 * takes one write a second per key.
 * @param id of the form  @param form its token, which the stored redirect is sealed with
 */
export async function answerOnce(
  store: KVNamespace,
  id: string,
  form: string,
  answer: () => Promise<string>,
): Promise<Answer> {
  const taken = `transaction:consent-taken:${id}`;
  const done = `transaction:consent-done:${id}`;
  if ((await store.get(taken)) !== null || !(await take(store, taken))) return repeated(store, done, form);
  try {
    const location = await answer();
    const stored = JSON.stringify({ location, at: Date.now() });
    await store.put(done, await seal(form, stored), { expirationTtl: KEPT_SECONDS });
    return location;
  } catch (error) {
    await store.delete(taken);
    throw error;
  }
}

/** The store has no atomic step: of two that come at the same moment, the one whose mark is left standing goes on. */
async function take(store: KVNamespace, taken: string): Promise<boolean> {
  const mark = crypto.randomUUID();
  await store.put(taken, mark, { expirationTtl: KEPT_SECONDS });
  await pause(SETTLING_MS);
  return (await store.get(taken)) === mark;
}

async function repeated(store: KVNamespace, done: string, form: string): Promise<Answer> {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const sealed = await store.get(done);
    if (sealed !== null) {
      const { location, at } = JSON.parse(await unseal(form, sealed)) as { location: string; at: number };
      return Date.now() - at < SAME_MOMENT_MS ? location : null;
    }
    await pause(PAUSE_MS);
  }
  return null;
}

/** The redirect holds a code, so what is stored opens only with the form, which only the browser has. */
async function seal(form: string, text: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const plain = new TextEncoder().encode(text);
  const sealed = await crypto.subtle.encrypt({ name: "AES-GCM", iv }, await keyOf(form), plain);
  return `${encodeBase64(iv.buffer)}.${encodeBase64(sealed)}`;
}

async function unseal(form: string, sealed: string): Promise<string> {
  const [iv = "", body = ""] = sealed.split(".");
  const algorithm = { name: "AES-GCM", iv: decodeBase64(iv) };
  const plain = await crypto.subtle.decrypt(algorithm, await keyOf(form), decodeBase64(body));
  return new TextDecoder().decode(plain);
}

async function keyOf(form: string): Promise<CryptoKey> {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(form));
  return crypto.subtle.importKey("raw", hash, "AES-GCM", false, ["encrypt", "decrypt"]);
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
