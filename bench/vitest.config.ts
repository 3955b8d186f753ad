import { defineConfig } from "vitest/config";
import base from "../vitest.config";

// The Worker of the tests, with the steerable double in front of bitERP; measured, never asserted.
const [workerd] = base.test?.projects ?? [];
const project = workerd as { test: object };

export default defineConfig({
  ...project,
  root: new URL("..", import.meta.url).pathname,
  test: { ...project.test, name: "bench", include: ["bench/**/*.bench.ts"], testTimeout: 300_000 },
});
