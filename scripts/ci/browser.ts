// Finds a browser that is installed on this machine; nothing is downloaded for it. As a program it says what there is,
// and ends with 1 where there is none.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Browser, chromium } from "playwright-core";

/** Where a browser of Chromium's family usually is; the first that starts is taken. */
const usual: Partial<Record<NodeJS.Platform, string[]>> = {
  linux: [
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome",
    "/usr/bin/google-chrome-stable",
    "/opt/google/chrome/chrome",
    "/usr/bin/microsoft-edge",
    "/snap/bin/chromium",
  ],
  darwin: ["Google Chrome", "Chromium", "Microsoft Edge"].map(
    (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
  ),
  win32: ["ProgramFiles", "ProgramFiles(x86)", "LocalAppData"].flatMap((variable) =>
    ["Google/Chrome", "Microsoft/Edge"].map((maker) =>
      join(
        process.env[variable] ?? "",
        maker,
        "Application",
        maker.endsWith("Edge") ? "msedge.exe" : "chrome.exe",
      ),
    ),
  ),
};

/** It looks for nothing outside this machine, and draws without a graphics card. */
const quiet = [
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

const PATIENCE_MS = 60_000;

/** The sandbox of the browser refuses to work for root; what it opens here is our own. */
const chromiumSandbox = process.getuid?.() !== 0;

function start(executablePath: string): Promise<Browser> {
  // Without a folder of its own named, each start gets a new, empty one.
  return chromium.launch({ executablePath, args: quiet, chromiumSandbox, timeout: PATIENCE_MS });
}

/**
 * Starts a browser without a window: the one that `CHROMIUM` names, or one at a usual place.
 * @returns undefined where there is none; what is installed but does not start (a stub, say) counts as none
 * @throws Error when the one that was named does not start
 */
export async function startBrowser(): Promise<Browser | undefined> {
  const named = process.env.CHROMIUM;
  if (named) return start(named);
  for (const path of usual[process.platform] ?? []) {
    if (!existsSync(path)) continue;
    const browser = await start(path).catch(() => undefined);
    if (browser) return browser;
  }
  return undefined;
}

/** What to do about it. */
export const NO_BROWSER =
  "there is no Chromium or Chrome here: install one, or name its program in CHROMIUM, and the pages are tested in it";

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const browser = await startBrowser();
  console.log(browser ? `the pages are tested in Chromium ${browser.version()}` : NO_BROWSER);
  await browser?.close();
  process.exitCode = browser ? 0 : 1;
}
