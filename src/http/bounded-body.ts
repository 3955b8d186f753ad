/** How long a body may take to arrive, in milliseconds: whoever holds one back holds a token that was checked before. */
const PATIENCE_MS = 30_000;

/** What a program may send to be registered, or for a token, in bytes. */
export const MOST_OAUTH = 64 * 1024;

/** The request with its body read whole. @returns the HTTP status of the refusal when it is too large or too slow */
export async function boundedRequest(request: Request): Promise<Request | 408 | 413> {
  if (request.body === null) return request;
  const body = await boundedText(request, MOST_OAUTH);
  return typeof body === "string" ? withBody(request, body) : body;
}

/** The request with another body. */
export function withBody(request: Request, body: string): Request {
  const headers = new Headers(request.headers);
  headers.delete("Content-Length");
  return new Request(request.url, { method: request.method, headers, body, signal: request.signal });
}

/**
 * Reads a body without ever holding more of it than that, whatever its length says of itself.
 * @param most in bytes
 * @returns the text, or the HTTP status of the refusal
 */
export async function boundedText(request: Request, most: number): Promise<string | 408 | 413> {
  if (Number(request.headers.get("Content-Length") ?? 0) > most) return 413;
  const reader = request.body?.getReader();
  if (!reader) return "";
  const chunks: Uint8Array[] = [];
  let size = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<408>((resolve) => {
    timer = setTimeout(() => resolve(408), PATIENCE_MS);
  });
  try {
    for (;;) {
      const next = await Promise.race([reader.read(), late]);
      if (next === 408) return 408;
      if (next.done) return new TextDecoder().decode(await new Blob(chunks).arrayBuffer());
      size += next.value.byteLength;
      if (size > most) return 413;
      chunks.push(next.value);
    }
  } finally {
    clearTimeout(timer);
    reader.cancel().catch(() => undefined);
  }
}
