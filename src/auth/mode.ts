/**
 * How much the assistant may do by itself; chosen by the person at consent, the default first. A new mode needs its
 * line here and its sentence in the messages, which the compiler asks for.
 */
export const confirmationModes = ["assistant", "browser", "delegated"] as const;
export type ConfirmationMode = (typeof confirmationModes)[number];

/** Those of an access token for a program: nobody sits at a program who could be asked by it. */
export const programModes = ["browser", "delegated"] as const satisfies readonly ConfirmationMode[];

/** Narrows what a form sent. */
export function isConfirmationMode(value: unknown): value is ConfirmationMode {
  return confirmationModes.some((mode) => mode === value);
}
