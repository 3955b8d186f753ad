/** Waits for the first chunk of a body, which comes when the handler has answered or told its first progress. */
export async function peek(response: Response): Promise<Response> {
  if (!response.body) return response;
  const reader = response.body.getReader();
  const first = await reader.read();
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      if (first.done) controller.close();
      else controller.enqueue(first.value);
    },
    async pull(controller) {
      const next = await reader.read();
      if (next.done) controller.close();
      else controller.enqueue(next.value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
  return new Response(body, response);
}

/** Whether a client understands JSON and no event stream. */
export function wantsOnlyJson(accept: string | null): boolean {
  if (!accept) return false;
  return accept.includes("json") && !accept.includes("text/event-stream") && !accept.includes("*/*");
}

/** An event stream's last answer as one JSON body, for a client that asked for JSON. */
export async function asSingleJson(response: Response): Promise<Response> {
  if (!response.headers.get("content-type")?.includes("text/event-stream")) return response;
  const events = (await response.text()).split(/\r?\n\r?\n/);
  const messages = events.flatMap((event) => {
    const data = event
      .split(/\r?\n/)
      .filter((line) => line.startsWith("data:"))
      .map((line) => line.slice(5).trimStart())
      .join("\n");
    return data ? [JSON.parse(data) as Record<string, unknown>] : [];
  });
  const answer = messages.findLast((message) => "result" in message || "error" in message);
  const headers = new Headers(response.headers);
  headers.set("content-type", "application/json");
  return new Response(JSON.stringify(answer ?? {}), { status: response.status, headers });
}
