import { Failure, type FailureRecord } from "../errors";
import type { OperationRecord } from "../multi-item/operation";

/** An operation, or why there is none; errors lose their class on the way over RPC, so they travel as data. */
export type OperationAnswer =
  | { operation: OperationRecord; replayed: boolean; failure?: undefined; ended?: undefined }
  | { failure: FailureRecord; operation?: undefined; ended?: undefined }
  /** The connection was ended while its call was under way. */
  | { ended: true; operation?: undefined; failure?: undefined };

/** A key that stands for something else already. */
export type KeyReused = Extract<OperationAnswer, { failure: FailureRecord }>;

export function keyReused(): KeyReused {
  return { failure: Failure.of("key_reused", "operation.key_reused", {}).record };
}

/** For everybody it does not belong to, an operation is one that never was. */
export function unknownOperation(id: string): OperationAnswer {
  return { failure: Failure.of("not_found", "operation.not_found", { id }).record };
}
