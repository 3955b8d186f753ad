/** One product in an answer. */
export interface Entry {
  index: number;
  id?: string;
  name?: string;
  sku?: string;
  success: boolean;
  error?: string;
  message?: string;
  /** What would happen to it, while the question is open. */
  what?: string;
  candidates?: Brief[];
  suggestions?: Brief[];
  product?: Brief;
  tries?: number;
}

export interface Brief {
  id: string;
  name: string;
  sku: string;
  sale_price: number;
}

/** The keys of the tools' answers that the demo reads. */
export interface Answer {
  status: string;
  summary: { total: number; succeeded: number; failed: number };
  operation_id: string;
  confirmation_message: string;
  /** Where the person approves, if that is how they chose. */
  approval_url?: string;
  confirmed_by?: string;
  items: Entry[];
  results: Entry[];
  replayed?: boolean;
  tenants: { tenant_id: string; tenant: string; company_name: string; role: string }[];
  products: Brief[];
  product: Brief;
  name: string;
  email: string;
}

/** Calls a tool of either client package. */
export type Call = (name: string, args?: Record<string, unknown>) => Promise<Answer>;

/** Something did not happen as the demo says it does. */
export class DemoFailure extends Error {}

/** @throws DemoFailure with the sentence when the condition does not hold */
export function check(condition: boolean, otherwise: string): asserts condition {
  if (!condition) throw new DemoFailure(otherwise);
}

/** @throws DemoFailure naming what is missing */
export function present<T>(value: T | undefined, what: string): T {
  check(value !== undefined, `No ${what} in the answer`);
  return value;
}

/** The structured content of a result. @throws DemoFailure with the server's own error when there is none */
export function structured(name: string, result: { structuredContent?: unknown; content?: unknown }): Answer {
  const { structuredContent, content } = result;
  check(
    typeof structuredContent === "object" && structuredContent !== null,
    `${name}: ${JSON.stringify(content)}`,
  );
  return structuredContent as Answer;
}
