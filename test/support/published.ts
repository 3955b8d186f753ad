import { type Schema, Validator } from "@cfworker/json-schema";
import { expect } from "vitest";
import type { Answer, Client } from "./mcp";
import { shapes } from "./shapes";
import type { ListedTool } from "./tool-list";

/** Checks answers against the output schemas that the server published, with a validator that is not the server's. */
export class Published {
  readonly #validators: Map<string, Validator>;
  readonly tools: readonly ListedTool[];

  constructor(tools: readonly ListedTool[]) {
    this.tools = tools;
    this.#validators = new Map(
      tools.map((tool) => [tool.name, new Validator(tool.outputSchema as Schema, "2020-12", false)]),
    );
  }

  static async by(client: Client): Promise<Published> {
    return new Published((await client.result("tools/list")).tools as unknown as ListedTool[]);
  }

  /** Whether this is a result by what is published: the error of a whole call has to be one too. */
  takes(tool: string, structured: unknown): boolean {
    return this.#validators.get(tool)?.validate(structured).valid === true;
  }

  /** The answer, after checking that it has the form it should, by what is published too, and that its text is the same JSON. */
  fitting(tool: string, answer: Answer): Answer {
    const validator = this.#validators.get(tool);
    if (!validator) throw new Error(`${tool} is not listed`);
    expect(answer.raw.structuredContent, `${tool}: ${answer.text}`).toBeTypeOf("object");
    const { valid, errors } = validator.validate(answer.structured);
    expect(valid ? [] : errors, `${tool}: ${answer.text}`).toEqual([]);
    const whole = shapes[tool]?.safeParse(answer.structured);
    expect(whole?.error?.issues, `${tool}: ${answer.text}`).toBeUndefined();
    expect(whole?.success, `${tool} has a shape`).toBe(true);
    expect(answer.raw.content).toHaveLength(1);
    expect(JSON.parse(answer.text)).toEqual(answer.structured);
    expect(answer.text.length).toBeLessThanOrEqual(60_000);
    return answer;
  }
}
