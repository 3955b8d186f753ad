import type { JsonObject } from "../../src/json";

/** One field that does not fit. */
export interface FieldError {
  field: string;
  code: string;
}

/** An answer to a request: status and JSON body. */
export interface Answer {
  status: number;
  body: JsonObject;
}

const titles: Record<number, string> = {
  400: "Bad request",
  401: "Token not accepted",
  403: "Permission missing",
  404: "Not found",
  409: "Conflict",
  410: "Deleted",
  412: "Changed in the meantime",
  422: "Values not accepted",
  500: "Internal error",
  503: "Busy",
};

/** A refusal on its way out; becomes an RFC 9457 document. */
export class Problem extends Error {
  override readonly name = "Problem";

  /**
   * @param status HTTP status
   * @param code what clients branch on
   * @param detail one sentence for a developer
   * @param facts further members of the document
   */
  constructor(
    readonly status: number,
    readonly code: string,
    readonly detail: string,
    readonly facts: JsonObject = {},
  ) {
    super(`${status} ${code}`);
  }

  get answer(): Answer {
    const { status, code, detail } = this;
    const title = titles[status] ?? "Refused";
    return {
      status,
      body: { type: `urn:biterp:problem:${code}`, title, status, detail, code, ...this.facts },
    };
  }
}

/** 422 with every field at fault. */
export function invalid(errors: FieldError[]): Problem {
  return new Problem(422, "validation_failed", "Some values are not accepted.", {
    errors: errors.map(({ field, code }) => ({ field, code })),
  });
}

/** 404: also for what exists but belongs to a company the person cannot reach. */
export function notFound(): Problem {
  return new Problem(404, "not_found", "There is nothing here.");
}
