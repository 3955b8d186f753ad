/** The one lenient reading of what clients send: declarations, their published form, and the reader. */
export { type ItemOptions, type ItemReading, onePlainText, readItems } from "./items";
export { publishedOutput, publishedSchema } from "./published";
export { readArguments, unknownKeys } from "./read";
export type { Texts } from "./reading";
export {
  choice,
  count,
  described,
  flag,
  identifier,
  items,
  limits,
  list,
  money,
  record,
  type TextOptions,
  text,
} from "./schema";
