/** A new operation id: unguessable, short enough for any client to repeat it unmangled (35 characters). */
export function newOperationId(): string {
  return `op_${crypto.randomUUID().replaceAll("-", "")}`;
}

/** Whether a text has the form of one. */
export function isOperationId(text: string): boolean {
  return /^op_[0-9a-f]{32}$/.test(text);
}
