import type { BitErp, TenantAccess } from "../biterp/port";

/** What a person may do where, as bitERP said at most a minute ago. */
export interface Rights {
  /** The companies the person can reach. @throws what bitERP answers; a fault is never taken for a removal */
  tenants(): Promise<TenantAccess[]>;
}

/**
 * Remembered answers of this isolate, by user and grant; never consulted under another key. Only answers, never the
 * asking: a request whose client leaves takes what it waits for with it, and whoever shared that would wait for ever.
 */
const remembered = new Map<string, { until: number; tenants: TenantAccess[] }>();
/** How many people an isolate remembers before it forgets the oldest. */
const MOST = 1_000;

/**
 * @param key the user and the grant the answer belongs to
 * @param ttlSeconds how long an answer may be reused; 0: within this request only
 */
export function rightsOf(erp: BitErp, key: string, ttlSeconds: number): Rights {
  const ask = async () => {
    const known = remembered.get(key);
    if (known && known.until > Date.now()) return known.tenants;
    const until = Date.now() + ttlSeconds * 1_000;
    const tenants = await erp.tenants();
    if (ttlSeconds > 0) remember(key, { until, tenants });
    return tenants;
  };
  let own: Promise<TenantAccess[]> | undefined;
  return {
    tenants() {
      own ??= ask();
      return own;
    },
  };
}

function remember(key: string, answer: { until: number; tenants: TenantAccess[] }): void {
  remembered.delete(key);
  remembered.set(key, answer);
  const oldest = remembered.keys().next();
  if (remembered.size > MOST && !oldest.done) remembered.delete(oldest.value);
}
