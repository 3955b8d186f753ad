import { expect } from "vitest";
import type { Answer } from "./mcp";

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/** The error of a call that failed as a whole, after checking that it has the form every error has. */
export function failure(answer: Answer, code: string): Answer["error"] {
  expect(answer.isError, answer.text).toBe(true);
  expect(answer.raw, "an error has no structured content").not.toHaveProperty("structuredContent");
  expect(answer.raw.content).toHaveLength(1);
  expect(Object.keys(JSON.parse(answer.text))).toEqual(["error"]);
  expect(answer.error, answer.text).toMatchObject({
    code,
    message: expect.stringMatching(/\S{2}/),
    retryable: expect.any(Boolean),
    request_id: expect.stringMatching(UUID),
  });
  return answer.error;
}

/** The entries of `results`, as `code` or "ok". */
export function outcomes(answer: Answer): unknown[] {
  return (answer.structured.results ?? []).map((entry, at) => {
    expect(entry).toMatchObject({ index: at, success: expect.any(Boolean) });
    return entry.success === true ? "ok" : entry.error;
  });
}
