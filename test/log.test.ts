import { afterEach, expect, it, vi } from "vitest";
import { Failure } from "../src/errors";
import { logFault } from "../src/log";

afterEach(() => vi.restoreAllMocks());

/** The line that a fault leaves. */
function logged(error: unknown): Record<string, unknown> {
  const lines: string[] = [];
  vi.spyOn(console, "log").mockImplementation((line: string) => void lines.push(line));
  logFault("tool_fault", error, { request_id: "r-1", operation_id: "op_1" });
  expect(lines).toHaveLength(1);
  return JSON.parse(lines[0] ?? "") as Record<string, unknown>;
}

it("says what, which, and where, with the ids to look further", () => {
  const line = logged(Failure.of("internal_error", "error.internal", {}));
  expect(line).toMatchObject({ event: "tool_fault", request_id: "r-1", operation_id: "op_1" });
  expect(line).toMatchObject({
    fault: "Failure",
    code: "internal_error",
    message: "internal_error: error.internal",
  });
  const frames = String(line.stack).split("\n");
  expect(frames.length).toBeGreaterThan(1);
  expect(frames.every((frame) => /^\s*at \S/.test(frame))).toBe(true);
  expect(frames[0]).toMatch(/:\d+:\d+\)?$/);
});

it("keeps what the runtime says of our own words", () => {
  const broken = () => (undefined as unknown as { price: number }).price;
  let error: unknown;
  try {
    broken();
  } catch (thrown) {
    error = thrown;
  }
  expect(logged(error)).toMatchObject({
    fault: "TypeError",
    message: "Cannot read properties of undefined (reading 'price')",
  });
});

const hostile = [
  `No product "Alho 'roxo' de Ana" here`,
  "Unexpected token 'A', \"Alho 7,50\" is not valid JSON",
  "no such thing: `Alho`",
  "“Alho” não existe",
  'bad value {"name": "Alho", "price": 7.5} given',
  "first line\nAlho, 7.50",
  "first line\u2028Alho",
  "fetch of https://erp.example/v1/products?name=Alho failed",
  "no mail to alho@padaria.example",
  `token ${"Alho".repeat(20)} refused`,
  `${"x ".repeat(150)}Alho`,
];
it.each(hostile)("keeps what somebody sent out of the log: %s", (message) => {
  const error = new TypeError(message);
  const line = JSON.stringify(logged(error));
  expect(line).not.toMatch(/alho|7[.,]5/i);
  expect(line).toContain("TypeError");
});

it("says of what is no error only what it is", () => {
  const line = logged("Alho");
  expect(line).toEqual({ event: "tool_fault", request_id: "r-1", operation_id: "op_1", fault: "string" });
});
