import { Entries, type NewEntry } from "./entries";

/** Somebody else changed, between this request's reading and writing, what both wanted to take. */
export class StoreConflict extends Error {
  override readonly name = "StoreConflict";
  constructor(readonly key: string) {
    super("the entry was changed meanwhile");
  }
}

/** Workers KV refuses longer keys with an exception; a caller's nonsense must read as an unknown token instead. */
const MAX_KEY_BYTES = 512;
/** What one list may hold, as in KV. */
const MAX_LIST = 1_000;

type GetType = "text" | "json" | { type?: "text" | "json" } | undefined;
interface PutOptions {
  expirationTtl?: number;
  expiration?: number;
  metadata?: unknown;
}
interface ListOptions {
  prefix?: string | null;
  limit?: number;
  cursor?: string | null;
}

/** Grants hold one-time codes and rotating refresh tokens: who reads one and writes it back must be the only one. */
const isTaken = (key: string) => key.startsWith("grant:");
/** Written once, ever: the marks of used assertions and of answered forms. */
const isOnce = (key: string) => key.startsWith("once:") || key.includes("jti:");
/** Clients do not change once registered, so a copy that is late does no harm. */
const isCopied = (key: string) => key.startsWith("client:");

/**
 * A store of the shape of KV for one request of the OAuth provider. KV is late by up to a minute and takes nothing
 * atomically: a first call could meet a token that "does not exist", and one code could give two tokens. So everything
 * is read and written in D1; only clients are also copied to KV, and asked for there first.
 * @param marks that this request has set itself, for one that is tried again: they must not refuse it
 * @throws StoreConflict from `put`, when another request took the same grant meanwhile
 */
export function consistentStore(
  db: D1Database,
  copies: KVNamespace,
  marks: Set<string> = new Set(),
): KVNamespace {
  const entries = new Entries(db);
  const seen = new Map<string, number>();

  async function get(key: string, how?: GetType): Promise<unknown> {
    if (marks.has(key) || new TextEncoder().encode(key).length > MAX_KEY_BYTES) return null;
    const text = (isCopied(key) ? await copies.get(key).catch(() => null) : null) ?? (await stored(key));
    if (text === null) return null;
    return (typeof how === "string" ? how : how?.type) === "json" ? (JSON.parse(text) as unknown) : text;
  }

  async function stored(key: string): Promise<string | null> {
    const entry = await entries.read(key);
    if (isTaken(key)) seen.set(key, entry?.version ?? 0);
    return entry?.value ?? null;
  }

  async function put(key: string, value: string, options: PutOptions = {}): Promise<void> {
    const entry = entryOf(value, options);
    if (!(await written(key, entry))) throw new StoreConflict(key);
    if (isCopied(key)) await copies.put(key, value, options).catch(() => undefined);
  }

  async function written(key: string, entry: NewEntry): Promise<boolean> {
    if (isOnce(key)) {
      const metadata = JSON.stringify(crypto.randomUUID());
      const own = marks.has(key) || (await entries.create(key, { ...entry, metadata }));
      if (own) marks.add(key);
      return own;
    }
    const version = seen.get(key);
    if (!isTaken(key) || version === undefined) {
      await entries.write(key, entry);
      return true;
    }
    const won = version === 0 ? await entries.create(key, entry) : await entries.swap(key, version, entry);
    if (won) seen.set(key, version + 1);
    return won;
  }

  async function remove(key: string): Promise<void> {
    await entries.remove(key);
    if (isCopied(key)) await copies.delete(key).catch(() => undefined);
  }

  async function list(options: ListOptions = {}) {
    const limit = Math.min(options.limit ?? MAX_LIST, MAX_LIST);
    const rows = await entries.list(options.prefix ?? "", options.cursor ?? "", limit + 1);
    const keys = rows.slice(0, limit).map(({ key, metadata, expires_at }) => ({
      name: key,
      ...(expires_at !== null && { expiration: expires_at }),
      ...(metadata !== null && { metadata: JSON.parse(metadata) as unknown }),
    }));
    const complete = rows.length <= limit;
    return {
      keys,
      list_complete: complete,
      ...(!complete && { cursor: keys.at(-1)?.name }),
      cacheStatus: null,
    };
  }

  // The provider uses these four of KV's methods, and no others.
  return { get, put, delete: remove, list } as unknown as KVNamespace;
}

function entryOf(value: string, { expirationTtl, expiration, metadata }: PutOptions): NewEntry {
  const until = expirationTtl === undefined ? expiration : Math.floor(Date.now() / 1_000) + expirationTtl;
  return {
    value,
    metadata: metadata === undefined ? null : JSON.stringify(metadata),
    expires_at: until ?? null,
  };
}
