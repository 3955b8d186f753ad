/** Where bitERP is and how one gets in: the bundled one in process, or a remote one. */
export interface BitErpEndpoint {
  /** Absolute, without a trailing slash; the contract's paths (`/v1/…`) are appended. */
  baseUrl: string;
  fetch(request: Request): Promise<Response>;
  /**
   * A bearer token for this person at bitERP; never the MCP token.
   * @param refused one that bitERP has just refused, so another is needed
   * @throws SignInRefused when the person has to sign in again
   */
  tokenFor(userId: string, refused?: string): Promise<string>;
  /** Whether a repeated write with the same `Idempotency-Key` is answered, not done again. */
  honoursIdempotencyKeys: boolean;
  /** Whether `If-Match` is honoured; otherwise the product is read again just before such a write. */
  honoursIfMatch: boolean;
  /** Waits for this company's turn where the rate of requests is limited. */
  turn?(tenantId: string): Promise<void>;
}
