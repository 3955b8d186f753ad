import type { TenantAccess } from "../biterp/port";
import { Failure } from "../errors";
import type { TenantRef } from "../multi-item/operation";
import type { Rights } from "./rights";

/** What decides about the company of one call. */
export interface TenantQuestion {
  /** `tenant_id` as the call gave it: a UUID or a slug. */
  argument: string | undefined;
  effect: "read" | "write";
  /** The company the connection was pinned to at consent. */
  pinned: string | undefined;
  rights: Rights;
  /** The company chosen with select_tenant in this session; asked for only when nothing else decides. */
  selected(): Promise<string | undefined>;
}

/** The companies this connection may know of: all of the person's, or the pinned one. */
export async function visibleTenants(
  question: Pick<TenantQuestion, "pinned" | "rights">,
): Promise<TenantAccess[]> {
  const all = await question.rights.tenants();
  return question.pinned === undefined ? all : all.filter((one) => one.tenant_id === question.pinned);
}

/**
 * The company a call acts on.
 * @throws Failure `tenant_not_found` (also for one that exists but is not the person's), `tenant_required`, or
 *   whatever bitERP answers about the person's rights
 */
export async function tenantOf(question: TenantQuestion): Promise<TenantAccess> {
  const visible = await visibleTenants(question);
  if (question.argument !== undefined) {
    const typed = question.argument.trim().toLowerCase();
    const found = visible.find((one) => one.tenant_id.toLowerCase() === typed || one.tenant === typed);
    if (!found) throw notFound(question.argument, visible);
    return found;
  }
  const [only, ...others] = visible;
  if (only && others.length === 0) return only;
  if (!only) throw notFound(question.pinned ?? "", visible);
  // Only a read may follow the selection: a write that several companies could take never guesses.
  if (question.effect === "read") {
    const selected = await question.selected();
    const chosen = visible.find((one) => one.tenant_id === selected);
    if (chosen) return chosen;
  }
  throw Failure.of(
    "tenant_required",
    "error.tenant_required",
    {},
    {
      parameter: "tenant_id",
      details: { tenants: visible.map((one) => ({ ...tenantRef(one) })) },
    },
  );
}

/**
 * The company of a read, with the read itself already under way when the call names the company by its UUID: one
 * round trip instead of two. The read's answer is dropped when the company turns out not to be the person's.
 */
export async function readInTenant<T>(
  question: TenantQuestion,
  read: (tenantId: string) => Promise<T>,
): Promise<{ tenant: TenantAccess; value: T }> {
  const early = canStartEarly(question) ? read(question.argument) : undefined;
  early?.catch(() => undefined);
  const tenant = await tenantOf(question);
  return { tenant, value: await (early ?? read(tenant.tenant_id)) };
}

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

function canStartEarly(question: TenantQuestion): question is TenantQuestion & { argument: string } {
  const { argument, pinned } = question;
  return argument !== undefined && UUID.test(argument) && (pinned === undefined || pinned === argument);
}

/** The part of a company that results show. */
export function tenantRef(tenant: TenantRef): TenantRef {
  return { tenant_id: tenant.tenant_id, tenant: tenant.tenant, company_name: tenant.company_name };
}

/** For a company the person cannot reach, whether or not it exists; lists the person's own. */
export function notFound(typed: string, visible: TenantAccess[]): Failure {
  return Failure.of(
    "tenant_not_found",
    "error.tenant_not_found",
    { typed },
    {
      parameter: "tenant_id",
      details: { tenants: visible.map((one) => ({ ...tenantRef(one) })) },
    },
  );
}
