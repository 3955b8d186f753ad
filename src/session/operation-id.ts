/** A new operation id: unguessable, short enough for any client to repeat it unmangled (35 characters). */
export function newOperationId(): string {
  return `op_${crypto.randomUUID().replaceAll("-", "")}`;
}
