import { type Connection, connectionsOf } from "../auth/connections";
import type { OAuthEnv, TokenHolder } from "../auth/provider";
import type { BitErp, Profile } from "../biterp/port";
import { Failure } from "../errors";
import { evidenceIn } from "../evidence/store";
import type { OperationRecord } from "../multi-item/operation";
import { sessionOf } from "../session/client";

/** An operation that its person looks at on a page. */
export interface Approval {
  operation: OperationRecord;
  person: Profile;
  /** The connection it was asked through; undefined when that has ended. */
  connection: Connection | undefined;
}

/** A person's own operations, outside any connection. */
export interface Approvals {
  /**
   * The operation, for its own person, while they may still see the company; undefined for everybody else.
   * @throws SignInRefused when the connection's sign-in at a remote bitERP has ended
   */
  find(env: OAuthEnv, userId: string, operationId: string): Promise<Approval | undefined>;
  /** The person's yes, or no, to an operation that they have found. */
  answer(approval: Approval, env: Env, yes: boolean): Promise<void>;
}

/** @param erpOf bitERP for a person, with the sign-in of one of their connections */
export function approvalsWith(erpOf: (env: OAuthEnv, holder: TokenHolder) => BitErp): Approvals {
  return {
    async find(env, userId, operationId) {
      const found = await evidenceIn(env.DB).find(operationId, userId);
      if (!found) return undefined;
      const { client_id: clientId, tenant_id: tenantId } = found.place;
      const erp = erpOf(env, { userId, clientId });
      const [tenants, person, operation, connections] = await Promise.all([
        erp.tenants(),
        erp.me(),
        found.archived ?? operationIn(env, userId, clientId, operationId),
        connectionsOf(env.OAUTH_PROVIDER, env.DB, userId),
      ]);
      if (!operation || !tenants.some((tenant) => tenant.tenant_id === tenantId)) return undefined;
      const connection = connections.find((one) => one.connectionId === operation.connection_id);
      return { operation, person, connection };
    },

    async answer({ operation, connection }, env, yes) {
      const { operation_id: id, user_id: userId, client_id: clientId } = operation;
      const session = sessionOf(env, userId, clientId);
      await (yes && connection ? session.execute(id) : session.cancel(id));
    },
  };
}

async function operationIn(env: Env, userId: string, clientId: string, id: string) {
  try {
    return (await sessionOf(env, userId, clientId).get(id)).operation;
  } catch (error) {
    if (error instanceof Failure && error.code === "not_found") return undefined;
    throw error;
  }
}
