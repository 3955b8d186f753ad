import { applyD1Migrations, type D1Migration, reset } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { vi } from "vitest";
import { declared, double } from "./worker";

declare global {
  interface __BaseEnv_Env {
    TEST_MIGRATIONS: D1Migration[];
  }
}

// The files of one runtime share its modules and its storage, because a fresh runtime takes longer than most files. So
// each file begins by forgetting what the one before it left behind.
vi.useRealTimers();
vi.restoreAllMocks();
vi.unstubAllGlobals();
double.reset();
declared.honoursIdempotencyKeys = true;
await reset();
await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
