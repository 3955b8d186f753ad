/** Where a person approves what an assistant has asked for. */
export const APPROVE_PATH = "/approve";

/** Where a person makes an access token for a program. */
export const PROGRAM_TOKEN_PATH = "/program-token";

/** Where a person sees which programs may act for them. */
export const CONNECTIONS_PATH = "/connections";
