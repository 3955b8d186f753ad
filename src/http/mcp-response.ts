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

/** The two forms in which an answer can go out. */
export type AnswerForm = "application/json" | "text/event-stream";

/** One range of an `Accept` header: type, subtype and its parameters. */
const RANGE = /^([\w!#$&^.+*-]+)\/([\w!#$&^.+*-]+)\s*((?:;.*)?)$/;
const WEIGHT = /;\s*q\s*=\s*([\d.]+)/i;

/**
 * Which forms a client takes, by its `Accept` header. None, or one that names nothing at all, takes both: real clients
 * leave it out. The most specific range decides, so that a stream with `q=0` is refused beside a wildcard too.
 */
export function formsTaken(accept: string | null): ReadonlySet<AnswerForm> {
  const ranges = (accept ?? "").split(",").flatMap((part) => {
    const [, type, subtype, parameters = ""] = RANGE.exec(part.trim().toLowerCase()) ?? [];
    if (type === undefined || subtype === undefined) return [];
    return [{ type, subtype, taken: Number(WEIGHT.exec(parameters)?.[1] ?? 1) > 0 }];
  });
  const takes = (form: AnswerForm) => {
    if (ranges.length === 0) return true;
    const [type, subtype] = form.split("/");
    const exact = ranges.find((range) => range.type === type && range.subtype === subtype);
    const ofType = ranges.find((range) => range.type === type && range.subtype === "*");
    const any = ranges.find((range) => range.type === "*" && range.subtype === "*");
    return (exact ?? ofType ?? any)?.taken ?? false;
  };
  return new Set((["application/json", "text/event-stream"] as const).filter(takes));
}

/** The answer in a form that the client takes; a refusal, which has no message to stream, stays as it is. */
export async function inFormTaken(response: Response, forms: ReadonlySet<AnswerForm>): Promise<Response> {
  if (!forms.has("text/event-stream")) return asSingleJson(response);
  return forms.has("application/json") ? response : asEventStream(response);
}

/** A JSON answer as the one event of a stream, for a client that asked for a stream and nothing else. */
async function asEventStream(response: Response): Promise<Response> {
  if (!response.ok || !response.headers.get("content-type")?.includes("application/json")) return response;
  const headers = new Headers(response.headers);
  headers.set("content-type", "text/event-stream");
  headers.delete("content-length");
  // JSON holds no line break, so one `data:` line is the whole message.
  return new Response(`event: message\ndata: ${await response.text()}\n\n`, {
    status: response.status,
    headers,
  });
}

/** An event stream's last answer as one JSON body, for a client that asked for JSON. */
async function asSingleJson(response: Response): Promise<Response> {
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
