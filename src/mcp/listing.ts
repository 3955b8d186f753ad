import type { StandardSchemaWithJSON, Tool } from "@modelcontextprotocol/server";
import { publishedOutput, publishedSchema } from "../arguments";
import type { JsonObject } from "../json";
import type { Language } from "../messages";
import type { ToolDeclaration } from "../tool/declaration";

const published = new WeakMap<ToolDeclaration, Partial<Record<Language, Tool>>>();

/** A tool as `tools/list` shows it in one language; computed once, so equal lists have equal bytes. */
export function listed(tool: ToolDeclaration, language: Language): Tool {
  const inLanguages = published.get(tool) ?? {};
  published.set(tool, inLanguages);
  const known = inLanguages[language];
  if (known) return known;
  const title = tool.title[language];
  const shown = {
    name: tool.name,
    title,
    description: tool.description[language],
    inputSchema: publishedSchema(tool.input, language),
    outputSchema: publishedOutput(tool.output, language),
    annotations: { title, ...tool.hints },
  } as unknown as Tool;
  inLanguages[language] = shown;
  return shown;
}

/** Whether the granted scopes let a connection see a tool. */
export function isListed(tool: ToolDeclaration, scopes: readonly string[]): boolean {
  if (tool.permission !== undefined) return scopes.includes(tool.permission);
  return tool.listedWith === undefined || tool.listedWith.some((scope) => scopes.includes(scope));
}

/**
 * A schema that publishes plain JSON and hands arguments on untouched: the lenient reading is ours, and the SDK's
 * own refusal would be prose without our codes.
 */
export function untouched(json: unknown): StandardSchemaWithJSON {
  return {
    "~standard": {
      version: 1,
      vendor: "biterp",
      jsonSchema: { input: () => json as JsonObject, output: () => json as JsonObject },
      validate: (value: unknown) => ({ value }),
    },
  } as StandardSchemaWithJSON;
}
