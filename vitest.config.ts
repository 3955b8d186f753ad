import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin";
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    projects: [
      {
        plugins: [
          cloudflareTest(async () => ({
            main: "./test/support/worker.ts",
            wrangler: { configPath: "./wrangler.toml" },
            miniflare: {
              bindings: {
                SIGNING_SECRET: "test-secret-test-secret-test-secret-test",
                RIGHTS_TTL_SECONDS: "0",
                TEST_MIGRATIONS: await readD1Migrations("./migrations"),
              },
              // Nothing leaves the machine: an outbound request of the Worker is a fault of the test.
              outboundService: () => new Response("no network in tests", { status: 599 }),
            },
          })),
        ],
        test: {
          name: "workerd",
          include: ["test/**/*.test.ts"],
          exclude: ["test/process/**"],
          setupFiles: ["./test/support/setup.ts"],
        },
      },
      {
        test: {
          name: "process",
          include: ["test/process/**/*.test.ts"],
          testTimeout: 60_000,
          hookTimeout: 90_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
