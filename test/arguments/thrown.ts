import { Failure, type FailureRecord } from "../../src/errors";

/** The failure that a call throws. */
export function thrown(work: () => unknown): FailureRecord {
  try {
    work();
  } catch (error) {
    if (error instanceof Failure) return error.record;
    throw error;
  }
  throw new Error("Nothing was thrown");
}
