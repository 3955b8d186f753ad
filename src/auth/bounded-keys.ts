/** Workers KV refuses longer keys with an exception. */
const MAX_KEY_BYTES = 512;

/**
 * A store in which an over-long key is simply not there. The OAuth provider builds keys from tokens, codes and client
 * ids as they come, and a caller's nonsense must be answered as an unknown token, not as a fault of the server.
 */
export function withBoundedKeys(store: KVNamespace): KVNamespace {
  return new Proxy(store, {
    get(target, property) {
      const member: unknown = Reflect.get(target, property);
      if (typeof member !== "function") return member;
      if (property !== "get") return member.bind(target);
      return async (key: string, ...rest: unknown[]) =>
        new TextEncoder().encode(key).length > MAX_KEY_BYTES ? null : member.call(target, key, ...rest);
    },
  });
}
