/** The largest body that is read, in bytes. */
const MAX_BYTES = 4 * 1024 * 1024;

/** What a response says. `broken`: it says something else than the contract's JSON. */
export interface Answer {
  status: number;
  headers: Headers;
  body: unknown;
  broken: boolean;
}

/**
 * Reads a response to its end or cancels its body, so that no connection stays taken.
 * @throws whatever breaks the body off in the middle
 */
export async function readAnswer(response: Response): Promise<Answer> {
  const { status, headers } = response;
  const type = headers.get("Content-Type")?.split(";")[0]?.trim().toLowerCase() ?? "";
  if (type !== "application/json" && !type.endsWith("+json")) {
    await response.body?.cancel();
    // A refusal may come without a document; a page of HTML is not bitERP's, and nor is a success without a product.
    return { status, headers, body: {}, broken: status < 400 || type.includes("html") };
  }
  const text = await boundedText(response);
  try {
    if (text !== null)
      return { status, headers, body: JSON.parse(text), broken: status >= 300 && status < 400 };
  } catch {
    // Falls through: not JSON after all.
  }
  return { status, headers, body: {}, broken: true };
}

async function boundedText(response: Response): Promise<string | null> {
  if (!response.body) return "";
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.byteLength;
    if (bytes > MAX_BYTES) {
      await reader.cancel();
      return null;
    }
    text += decoder.decode(value, { stream: true });
  }
}
