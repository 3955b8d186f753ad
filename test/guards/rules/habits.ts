import { type File, withoutComments } from "../support/files";
import { importsOf } from "../support/imports";

/** `import { z }` brings every language of zod's wording along: 65 KiB gzip. */
export function zodFaults(files: File[]): string[] {
  return files.flatMap((file) =>
    importsOf(file)
      .filter(({ specifier, typeOnly }) => /^zod(\/|$)/.test(specifier) && !typeOnly)
      .filter(({ statement }) => !/^import \* as z from "zod"$/.test(statement))
      .map(({ statement }) => `${file.path}: ${statement}`),
  );
}

/** `agents` and `agents/mcp` bring the Agent class along: 430 KiB gzip. Only `agents/mcp/server` is small. */
export function agentsFaults(files: File[]): string[] {
  return files.flatMap((file) =>
    importsOf(file)
      .filter(({ specifier }) => /^agents(\/|$)/.test(specifier) && specifier !== "agents/mcp/server")
      .map(({ statement }) => `${file.path}: ${statement}`),
  );
}

/** Types that say nothing, and comments that silence the compiler. */
export function looseTypeFaults(files: File[]): string[] {
  const silenced = /@ts-(ignore|expect-error|nocheck)/;
  const loose = /(?:[:<,|&(]|\bas|\bextends|=)\s*any\b\s*(?:[;,)>|&=\]\n{[]|$)/m;
  return files.flatMap(({ path, text }) => {
    const bare = withoutComments(text).replace(/"[^"\n]*"|'[^'\n]*'|\/[^/\n]+\/[a-z]*/g, '""');
    return [
      ...(silenced.test(text) ? [`${path}: the compiler is silenced`] : []),
      ...(loose.test(bare) ? [`${path}: any`] : []),
    ];
  });
}

/** Logs carry ids and durations only, so one module writes them: src/log.ts. */
export function consoleFaults(files: File[]): string[] {
  return files
    .filter(({ path, text }) => path !== "src/log.ts" && /\bconsole\s*[.[]/.test(withoutComments(text)))
    .map(({ path }) => `${path}: console is for src/log.ts`);
}

/** The names of classes do not survive the build, so an error that the log is to tell from others writes its own. */
export function errorNameFaults(files: File[]): string[] {
  return files.flatMap(({ path, text }) =>
    [...text.matchAll(/\bclass (\w+) extends \w*Error\b/g)]
      .filter(([, name]) => !text.includes(`override readonly name = "${name}";`))
      .map(([, name]) => `${path}: ${name} does not write its name`),
  );
}
