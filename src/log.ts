/** What a log line may carry: ids, names of ours, counts and durations. Never arguments, names, prices or tokens. */
export type LogFields = Record<string, string | number | boolean | undefined>;

/** One line of the log, as JSON. */
export function log(event: string, fields: LogFields): void {
  // biome-ignore lint/suspicious/noConsole: this is the one place that writes the log
  console.log(JSON.stringify({ event, ...fields }));
}

/** The most of a fault's first line and of its stack that is logged, in characters and in frames. */
const MOST = { line: 200, frames: 12 };

/**
 * A fault of ours: what kind, what it says of itself, and where. The message of a fault may hold what somebody sent, so
 * of its first line everything in quotes, every address and every long word is left out. The stack names the places of
 * the built Worker; `npm run stack` leads them back to the sources.
 */
export function logFault(event: string, error: unknown, fields: LogFields): void {
  if (!(error instanceof Error)) {
    log(event, { ...fields, fault: typeof error });
    return;
  }
  const { name, code } = error as Error & { code?: unknown };
  log(event, {
    ...fields,
    fault: name,
    code: typeof code === "string" || typeof code === "number" ? code : undefined,
    message: withoutData(error.message),
    stack: framesOf(error),
  });
}

function withoutData(message: string): string {
  const [line = ""] = message.trim().split(/[\r\n\u2028\u2029]/, 1);
  return (
    line
      .slice(0, 2_000)
      // `(reading 'name')` is a word of our own source.
      .replace(/(?<!\b(?:reading|setting) )(?<!\w)["'`“‘{[].*["'`”’}\]](?!\w)/u, "…")
      .replace(/[\w+.-]+:\/\/\S+|\S+@\S+|\S{40,}/g, "…")
      .slice(0, MOST.line)
  );
}

function framesOf({ stack = "" }: Error): string {
  const frames = stack.split("\n").filter((line) => /^\s*at /.test(line));
  return frames.slice(0, MOST.frames).join("\n");
}
