import { quietEnvironment } from "../start/wrangler.mjs";

/** A process that is up, and what to tell the person. */
interface Up {
  words: string;
  stop(): Promise<void>;
}

function give(error: unknown): never {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

/**
 * Runs until the person or the system ends it.
 * @param begin a text instead of a process is all there is to say
 */
export async function runUntilAsked(begin: () => Promise<Up | string>): Promise<void> {
  Object.assign(process.env, quietEnvironment());
  const up = await begin().catch(give);
  if (typeof up === "string") return console.log(up);

  let asked = false;
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    // The runtime's own listeners would end the process before the issuer's state is kept.
    process.removeAllListeners(signal);
    process.on(signal, () => {
      if (asked) return;
      asked = true;
      up.stop().then(() => process.exit(0), give);
    });
  }
  console.log(up.words);
}
