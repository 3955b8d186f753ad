import * as z from "zod";

const schema = z.object({
  userId: z
    .string()
    .min(1)
    .regex(/^[^:]+$/, "must not contain a colon"),
  email: z.string(),
  name: z.string(),
  language: z.string(),
  timezone: z.string(),
  connectionId: z.uuid(),
  pinnedTenantId: z.string().min(1).optional(),
  clientName: z.string().optional(),
});

/** What a person allowed one client, beside the scopes. The OAuth provider keeps it encrypted with the token. */
export interface Grant {
  /** bitERP's id of the person; without a colon, which separates the parts of a token. */
  userId: string;
  email: string;
  name: string;
  /** BCP 47 tag. */
  language: string;
  /** IANA zone. */
  timezone: string;
  /** One per consent, so that two connections of one client can be told apart. */
  connectionId: string;
  /** Set: the connection acts in this company and nowhere else. */
  pinnedTenantId?: string | undefined;
  /** What the client calls itself; unverified. */
  clientName?: string | undefined;
}

/** Who a token stands for, and through which client. */
export interface TokenHolder {
  userId: string;
  clientId: string;
}

/** What is kept beside the grant for listing the person's connections; not encrypted, so no name of a person. */
export interface GrantMetadata {
  clientName?: string | undefined;
  connectionId: string;
  pinnedTenantId?: string | undefined;
  /** Where the client's answers go. */
  redirectHost?: string | undefined;
  /** The company's name at that time. */
  pinnedTenantName?: string | undefined;
  mode: string;
}

/**
 * Reads the grant from the properties of a verified token.
 * @throws Error when they are not a grant of this server
 */
export function grantOf(props: unknown): Grant {
  return schema.parse(props);
}
