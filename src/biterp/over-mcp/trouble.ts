/** bitERP's MCP server answered with an HTTP status that is no JSON-RPC. */
export class HttpRefusal extends Error {
  override readonly name = "HttpRefusal";

  /**
   * @param token the one that was sent
   * @param retryAfterS what it asks to wait, in seconds
   * @param inSession whether the request named a session, which the other side may have lost
   */
  constructor(
    readonly status: number,
    readonly token: string,
    readonly retryAfterS: number | undefined,
    readonly inSession: boolean,
  ) {
    super(`HTTP ${status}`);
  }
}

/** No whole answer came. */
export class NetworkFault extends Error {
  override readonly name = "NetworkFault";
}

/** The trouble behind an error of the client package, which wraps what happens while it finds the era. */
export function troubleIn(error: unknown): unknown {
  let inner = error;
  for (let depth = 0; depth < 5 && inner instanceof Error; depth++) {
    if (inner instanceof HttpRefusal || inner instanceof NetworkFault) return inner;
    inner = inner.cause;
  }
  return error;
}

/** The code of the client package's errors: a number where the other side said it, a word where the client did. */
export function codeOf(error: unknown): number | string | undefined {
  const code = typeof error === "object" && error !== null && "code" in error ? error.code : undefined;
  return typeof code === "number" || typeof code === "string" ? code : undefined;
}
