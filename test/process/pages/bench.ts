import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { NO_BROWSER, startBrowser } from "../../../scripts/ci/browser.ts";
import { PATIENCE_MS } from "../support/server";
import { Program, type ProgramOptions } from "./program";
import { type Setup, Visitor } from "./visitor";

declare module "vitest" {
  interface TaskMeta {
    /** Why a test was not run, for the last lines of the pipeline. */
    skipped?: string;
  }
}

export const ANA = "ana@padaria-aurora.example";
export const BRUNO = "bruno@mercado-beira.example";

/** A started server, a browser, and what each test gets of its own. */
export interface Bench {
  /** Whether there is a browser, and so a server. */
  runs(): boolean;
  /** The server's origin. */
  server(): string;
  /** Somebody at a browser; leaves when the test is over. */
  visitor(setup?: Setup): Promise<Visitor>;
  /** A program that wants to connect; ends when the test is over. */
  program(options?: ProgramOptions): Promise<Program>;
}

interface Started {
  url: string;
  stop(): Promise<unknown>;
}

/** Starts a browser and a server for the tests of this file. Without a browser each is skipped, and says so. */
export function benchWith(startServer: () => Promise<Started>): Bench {
  let browser: Browser | undefined;
  let server: Started | undefined;
  const open: (() => unknown)[] = [];

  beforeAll(async () => {
    browser = await startBrowser();
    if (browser) server = await startServer();
    else console.warn(`Pages are not tested in a browser: ${NO_BROWSER}.`);
  }, PATIENCE_MS);
  beforeEach(({ skip, task }) => {
    if (browser) return;
    task.meta.skipped = NO_BROWSER;
    skip(NO_BROWSER);
  });
  afterEach(async () => {
    await Promise.all(open.splice(0).map((end) => end()));
  });
  afterAll(async () => {
    await Promise.all([browser?.close(), server?.stop()]);
  });

  const address = () => {
    if (!server) throw new Error("It has not started");
    return server.url;
  };
  return {
    runs: () => server !== undefined,
    server: address,
    async visitor(setup) {
      if (!browser) throw new Error(NO_BROWSER);
      const visitor = await Visitor.arrive(browser, setup);
      open.push(() => visitor.leave());
      return visitor;
    },
    async program(options) {
      const program = await Program.start(address(), options);
      open.push(() => program.close());
      return program;
    },
  };
}
