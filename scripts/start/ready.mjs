import { setTimeout as pause } from "node:timers/promises";

const PATIENCE_MS = 120_000;

/**
 * Asks until the server answers 200.
 * @param {string} url
 * @returns {Promise<"ready" | "late" | { problem: string }>} a problem when the server says what is wrong with its
 *   configuration; waiting would not mend that
 */
export async function untilHealthy(url, patience = PATIENCE_MS) {
  const end = Date.now() + patience;
  while (Date.now() < end) {
    try {
      const response = await fetch(url, { signal: AbortSignal.timeout(5_000) });
      const body = await response.text();
      // In production it answers under its public name only, and says so.
      if (response.status === 200 || response.status === 403) return "ready";
      if (body.startsWith("Configuration")) return { problem: body.trim() };
    } catch {
      // Not listening yet.
    }
    await pause(150);
  }
  return "late";
}
