/** Where a person approves what an assistant has asked for. */
export const APPROVE_PATH = "/approve";

/** Where a person makes an access token for a program. */
export const PROGRAM_TOKEN_PATH = "/program-token";

/** Where a person sees which programs may act for them. */
export const CONNECTIONS_PATH = "/connections";

/** Only back into a page of ours: anything else would make the sign-in a springboard. */
export function returnPath(wanted: unknown): string {
  return typeof wanted === "string" && /^\/[a-z-]+(\?[!-~]*)?$/.test(wanted) ? wanted : "/";
}
