/** What a log line may carry: ids, names of ours, counts and durations. Never arguments, names, prices or tokens. */
export type LogFields = Record<string, string | number | boolean | undefined>;

/** One line of the log, as JSON. */
export function log(event: string, fields: LogFields): void {
  // biome-ignore lint/suspicious/noConsole: this is the one place that writes the log
  console.log(JSON.stringify({ event, ...fields }));
}

/** A fault of ours: its class and stack for us; the message may hold data, so only its first line, cut. */
export function logFault(event: string, error: unknown, fields: LogFields): void {
  const known = error instanceof Error;
  const place = known
    ? error.stack
        ?.split("\n")
        .find((line) => line.trim().startsWith("at "))
        ?.trim()
    : undefined;
  log(event, { ...fields, fault: known ? error.name : typeof error, place });
}
