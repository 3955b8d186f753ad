import { encodeBase64Url } from "hono/utils/encode";
import { type Permission, permissions } from "../biterp/port";
import type { JsonObject } from "../json";
import { sealerFor } from "../sealing";
import { type Grant, grantOf } from "./grant";
import { hashed } from "./vault";

/** Every token starts so: whoever looks through code and logs for secrets finds it by this. */
export const TOKEN_PREFIX = "biterp_pat_";
/** How many living tokens one person may have. */
export const MOST_TOKENS = 20;
/** For how many days a token may be made. */
export const TOKEN_DAYS = [7, 30, 90, 365] as const;
/** The last use is noted at most so often, in milliseconds: a write at each call would cost more than it tells. */
const NOTED_MS = 3_600_000;

/** One access token of a person, for one program in one company. */
export interface ProgramToken {
  /** The connection's id too. */
  id: string;
  userId: string;
  /** What the person called it. */
  name: string;
  scopes: Permission[];
  tenantId: string;
  /** When it was made. */
  tenantName: string;
  /** Epoch milliseconds. */
  createdAt: number;
  expiresAt: number;
  /** To the hour; undefined: never used. */
  usedAt: number | undefined;
}

/** What a token stands for when it is made. */
export type NewToken = Pick<ProgramToken, "name" | "scopes" | "tenantId" | "tenantName" | "expiresAt"> & {
  person: Pick<Grant, "userId" | "email" | "name" | "language" | "timezone">;
};

interface Row {
  id: string;
  user_id: string;
  name: string;
  scopes: string;
  tenant_id: string;
  tenant_name: string;
  sealed: string;
  created_at: number;
  expires_at: number;
  used_at: number | null;
}

/** The client a token's calls come from. Each token is one of its own, so it reaches no other connection's session. */
export const programClient = (id: string): string => `program:${id}`;

/** Where access tokens for programs are kept. */
export interface ProgramTokens {
  /** @returns the new token and its text, which is stored nowhere; null when the person has too many living ones */
  make(wanted: NewToken): Promise<{ id: string; text: string } | null>;
  /** The living token with this text, and its grant, which only the text opens. */
  find(text: string): Promise<{ token: ProgramToken; grant: Grant } | null>;
  /** A person's living tokens. */
  of(userId: string): Promise<ProgramToken[]>;
  /** From here on no call gets in with it. */
  end(userId: string, id: string): Promise<void>;
  /** Notes that it is being used. */
  used(token: ProgramToken): Promise<void>;
  /** Removes what has expired. */
  sweep(): Promise<void>;
}

/** The tokens in D1. @throws (its methods) whatever D1 throws */
export function programTokensIn(db: D1Database): ProgramTokens {
  return {
    async make({ person, name, scopes, tenantId, tenantName, expiresAt }) {
      const id = crypto.randomUUID();
      const text =
        TOKEN_PREFIX + encodeBase64Url(crypto.getRandomValues(new Uint8Array(32)).buffer).replace("=", "");
      const grant: Grant = { ...person, connectionId: id, pinnedTenantId: tenantId, clientName: name };
      const sealed = await sealerFor(text, "program-grant").seal({ ...grant } as JsonObject);
      const now = Date.now();
      // In one statement, so that many at the same moment do not come to more.
      const made = await db
        .prepare(
          `INSERT INTO program_token
             (id, hash, user_id, name, scopes, tenant_id, tenant_name, sealed, created_at, expires_at)
           SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10
           WHERE (SELECT count(*) FROM program_token WHERE user_id = ?3 AND expires_at > ?9) < ${MOST_TOKENS}
           RETURNING id`,
        )
        .bind(
          id,
          await hashed(text),
          person.userId,
          name,
          scopes.join(" "),
          tenantId,
          tenantName,
          sealed,
          now,
          expiresAt,
        )
        .first();
      return made === null ? null : { id, text };
    },

    async find(text) {
      if (!text.startsWith(TOKEN_PREFIX)) return null;
      const row = await db
        .prepare("SELECT * FROM program_token WHERE hash = ? AND expires_at > ?")
        .bind(await hashed(text), Date.now())
        .first<Row>();
      const grant = row && (await sealerFor(text, "program-grant").open(row.sealed));
      return grant ? { token: tokenOf(row), grant: grantOf(grant) } : null;
    },

    async of(userId) {
      const { results } = await db
        .prepare("SELECT * FROM program_token WHERE user_id = ? AND expires_at > ?")
        .bind(userId, Date.now())
        .all<Row>();
      return results.map(tokenOf);
    },

    async end(userId, id) {
      await db.prepare("DELETE FROM program_token WHERE user_id = ? AND id = ?").bind(userId, id).run();
    },

    async used({ id, usedAt }) {
      const now = Date.now();
      if (usedAt !== undefined && usedAt > now - NOTED_MS) return;
      await db.prepare("UPDATE program_token SET used_at = ? WHERE id = ?").bind(now, id).run();
    },

    async sweep() {
      await db.prepare("DELETE FROM program_token WHERE expires_at <= ?").bind(Date.now()).run();
    },
  };
}

function tokenOf(row: Row): ProgramToken {
  const scopes = row.scopes.split(" ");
  return {
    id: row.id,
    userId: row.user_id,
    name: row.name,
    scopes: permissions.filter((permission) => scopes.includes(permission)),
    tenantId: row.tenant_id,
    tenantName: row.tenant_name,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    usedAt: row.used_at ?? undefined,
  };
}
