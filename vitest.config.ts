import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin";
import { defineConfig } from "vitest/config";

const SIGNING_SECRET = "test-secret-test-secret-test-secret-test";
// The plugin looks for required secrets the way `wrangler dev` does and warns of each that it misses.
process.env.SIGNING_SECRET = SIGNING_SECRET;
process.env.WRANGLER_LOG ??= "warn";

/** Crashes, alarms and counts of what is under way: what another file left running would be in their way. */
const needsOwnRuntime = [
  "test/session/**/*.test.ts",
  "test/contract/multi-long.test.ts",
  "test/contract/multi-trouble.test.ts",
];

/** Tests inside workerd, with the whole Worker. */
const inWorkerd = (test: { name: string; isolate: boolean; include: string[]; exclude: string[] }) => ({
  plugins: [
    cloudflareTest(async () => ({
      main: "./test/support/worker.ts",
      wrangler: { configPath: "./wrangler.toml" },
      miniflare: {
        bindings: {
          SIGNING_SECRET,
          RIGHTS_TTL_SECONDS: "0",
          TEST_MIGRATIONS: await readD1Migrations("./migrations"),
        },
        // Nothing leaves the machine: an outbound request of the Worker is a fault of the test.
        outboundService: () => new Response("no network in tests", { status: 599 }),
      },
    })),
  ],
  test: {
    ...test,
    setupFiles: ["./test/support/setup.ts"],
    // A busy machine takes its time; what hangs is found all the same.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});

export default defineConfig({
  test: {
    // Most of a test's time is waiting, for a server or for a delay of its own: more at once than there are cores.
    maxWorkers: 4,
    projects: [
      inWorkerd({
        name: "workerd",
        // A fresh runtime for each file would take most of the time; test/support/setup.ts gives each a clean state.
        isolate: false,
        include: ["test/**/*.test.ts"],
        exclude: ["test/process/**", "test/guards/**", ...needsOwnRuntime],
      }),
      inWorkerd({ name: "workerd-alone", isolate: true, include: needsOwnRuntime, exclude: [] }),
      {
        // Reads the sources themselves, in Node.
        test: { name: "guards", include: ["test/guards/**/*.test.ts"], testTimeout: 60_000 },
      },
      {
        // Starts the whole server as a person does, in Node.
        test: {
          name: "process",
          include: ["test/process/**/*.test.ts"],
          globalSetup: ["./test/process/support/bundle-apart.ts"],
          testTimeout: 120_000,
          hookTimeout: 150_000,
          // After the others: a server that is started among them would have to share two cores with four tests.
          sequence: { groupOrder: 1 },
          maxWorkers: 3,
        },
      },
    ],
  },
});
