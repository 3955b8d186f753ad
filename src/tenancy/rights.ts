import type { BitErp, TenantAccess } from "../biterp/port";

/** What a person may do where, as bitERP said at most a minute ago. */
export interface Rights {
  /** The companies the person can reach. @throws what bitERP answers; a fault is never taken for a removal */
  tenants(): Promise<TenantAccess[]>;
}

/** Remembered answers of this isolate, by user and grant; never consulted under another key. */
const remembered = new Map<string, { until: number; tenants: Promise<TenantAccess[]> }>();
/** How many people an isolate remembers before it forgets the oldest. */
const MOST = 1_000;

/**
 * @param key the user and the grant the answer belongs to
 * @param ttlSeconds how long an answer may be reused; 0: within this request only
 */
export function rightsOf(erp: BitErp, key: string, ttlSeconds: number): Rights {
  let own: Promise<TenantAccess[]> | undefined;
  return {
    tenants() {
      if (own) return own;
      const known = remembered.get(key);
      if (known && known.until > Date.now()) {
        own = known.tenants;
        return own;
      }
      const asked = erp.tenants();
      own = asked;
      if (ttlSeconds > 0) remember(key, asked, ttlSeconds);
      return asked;
    },
  };
}

function remember(key: string, tenants: Promise<TenantAccess[]>, ttlSeconds: number): void {
  remembered.delete(key);
  remembered.set(key, { until: Date.now() + ttlSeconds * 1_000, tenants });
  tenants.catch(() => {
    // A fault must not outlive the request that met it.
    if (remembered.get(key)?.tenants === tenants) remembered.delete(key);
  });
  const oldest = remembered.keys().next();
  if (remembered.size > MOST && !oldest.done) remembered.delete(oldest.value);
}
