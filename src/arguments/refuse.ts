import { Failure } from "../errors";
import type { MessageKey, MessageValues } from "../messages";
import type { Expected } from "../messages/arguments";

/** An `invalid_argument` for one parameter. @param path empty for the arguments as a whole */
export function refuse<K extends MessageKey>(path: string, key: K, values: MessageValues<K>): Failure {
  return Failure.of("invalid_argument", key, values, path === "" ? {} : { parameter: path });
}

/** An `invalid_argument` for a value of the wrong kind; says what is expected. */
export function wrongKind(path: string, expected: Expected, value: unknown): Failure {
  // Only text and scalars are repeated: an object could be long, and its first characters say little.
  const typed = typeof value === "object" || value === undefined ? null : String(value);
  return refuse(path, "argument.expected", { parameter: path, expected, typed });
}
