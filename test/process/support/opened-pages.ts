import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";

/** Whatever a program may start to open a page, by platform and desktop. */
const OPENERS = ["xdg-open", "open", "gio", "x-www-browser", "sensible-browser", "www-browser"];

/** Notes the address among the arguments, in one write. */
const NOTE = `#!/bin/sh
for one in "$@"; do
  case $one in http*) printf '%s\\n' "$one" >>"$OPENED_PAGES" ;; esac
done
`;

/** A desktop of its own for one program: a home, and a browser that only notes which pages it was asked to open. */
export interface Desktop {
  home: string;
  /** The environment of a program that runs there. Nothing of the real desktop is in it. */
  env: Record<string, string>;
  /** The pages that were opened so far. */
  opened(): Promise<URL[]>;
  remove(): Promise<void>;
}

/**
 * Makes a desktop. `BROWSER` is what `xdg-open` starts where no desktop environment runs; the names on the path are for
 * macOS and for programs that try one after the other.
 */
export async function desktop(): Promise<Desktop> {
  const home = await mkdtemp(join(tmpdir(), "desktop-"));
  const bin = join(home, "bin");
  const pages = join(home, "opened-pages");
  await mkdir(bin);
  await writeFile(pages, "");
  for (const name of OPENERS) {
    await writeFile(join(bin, name), NOTE);
    await chmod(join(bin, name), 0o755);
  }
  return {
    home,
    env: {
      HOME: home,
      PATH: `${bin}${delimiter}${process.env.PATH}`,
      BROWSER: join(bin, "www-browser"),
      OPENED_PAGES: pages,
      LC_ALL: "C",
    },
    opened: async () => {
      const lines = (await readFile(pages, "utf8")).split("\n");
      return lines.slice(0, -1).map((line) => new URL(line));
    },
    remove: () => rm(home, { recursive: true, force: true }),
  };
}
