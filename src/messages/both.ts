/** A message: values in, one sentence or two out. A message that needs nothing takes `{}`. */
type Messages = Record<string, (values: never) => string>;

/** Holds both languages of a subject side by side; the compiler refuses a key that one of them lacks. */
export function both<T extends Messages>(messages: { en: T; "pt-BR": NoInfer<T> }): { en: T; "pt-BR": T } {
  return messages;
}
