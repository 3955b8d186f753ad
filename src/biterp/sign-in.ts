/** What a person's sign-in at a remote bitERP consists of. */
export interface SignInTokens {
  accessToken: string;
  /** Epoch milliseconds. */
  expiresAt: number;
  /** Absent when bitERP gave none: then the sign-in ends with the access token. */
  refreshToken?: string | undefined;
}

/** The authorization server of a remote bitERP, as this server's session objects use it. */
export interface SignInServer {
  /**
   * @throws SignInRefused when bitERP will never again take this refresh token; anything else means: try later
   */
  refresh(refreshToken: string): Promise<SignInTokens>;
  /** Best effort; never throws. */
  revoke(tokens: SignInTokens): Promise<void>;
}
