import { type Schema, Validator } from "@cfworker/json-schema";
import { expect } from "vitest";
import type { Answer, Client } from "./mcp";
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

  /** The answer, after checking that it fits its schema and that its text is the same JSON. */
  fitting(tool: string, answer: Answer): Answer {
    const validator = this.#validators.get(tool);
    if (!validator) throw new Error(`${tool} is not listed`);
    expect(answer.raw.structuredContent, `${tool}: ${answer.text}`).toBeTypeOf("object");
    const { valid, errors } = validator.validate(answer.structured);
    expect(valid ? [] : errors, `${tool}: ${answer.text}`).toEqual([]);
    expect(answer.raw.content).toHaveLength(1);
    expect(JSON.parse(answer.text)).toEqual(answer.structured);
    expect(answer.text.length).toBeLessThanOrEqual(60_000);
    return answer;
  }
}
