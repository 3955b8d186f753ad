import * as z from "zod";
import { described, identifier } from "../arguments";
import { permissions } from "../biterp/port";
import { Failure } from "../errors";
import type { Answered } from "../session/client";
import { notFound, visibleTenants } from "../tenancy/tenant";
import type { ToolContext } from "./context";

/** The argument of the tools that act on an operation. */
export const operationInput = z.object({
  operation_id: described(identifier(), {
    en: "operation_id of an earlier result.",
    "pt-BR": "operation_id de um resultado anterior.",
  }),
});

/** Whoever may only read changes no operation: what it asks for, and whether it is done, is for those who may write. */
export const writing = permissions.filter((permission) => permission !== "products:read");

/**
 * An operation of this very connection that it may carry out or drop.
 * @throws Failure as `ownOperation`; `forbidden` without the scope of what the operation does
 */
export async function operationToDecide(id: string, context: ToolContext): Promise<Answered> {
  const answered = await ownOperation(id, context);
  const { permission } = answered.operation;
  // The HTTP answer for too little scope looks at the argument as it was sent; what is done is decided here.
  if (!context.caller.scopes.includes(permission))
    throw Failure.of("forbidden", "error.forbidden", { permission }, { details: { permission } });
  return answered;
}

/** For everybody else an operation id is like an unknown one. */
export function unknownOperation(id: string): Failure {
  return Failure.of("not_found", "operation.not_found", { id });
}

/**
 * An operation of this very connection, in a company it may still see.
 * @throws Failure `not_found`, also for another's operation; `tenant_not_found` when the company was taken away
 */
export async function ownOperation(id: string, context: ToolContext): Promise<Answered> {
  const answered = await context.session.get(id);
  const { tenant } = answered.operation;
  if (context.caller.pinned !== undefined && context.caller.pinned !== tenant.tenant_id)
    throw unknownOperation(id);
  const visible = await visibleTenants({ pinned: context.caller.pinned, rights: context.rights });
  if (!visible.some((one) => one.tenant_id === tenant.tenant_id)) {
    throw notFound(tenant.tenant_id, visible);
  }
  return answered;
}
