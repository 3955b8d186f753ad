import { setTimeout as pause } from "node:timers/promises";

const PATIENCE_MS = 120_000;

/**
 * Asks until the server answers 200.
 * @param {string} url
 * @returns {Promise<boolean>} false when it did not within two minutes
 */
export async function untilHealthy(url, patience = PATIENCE_MS) {
  const end = Date.now() + patience;
  while (Date.now() < end) {
    try {
      const response = await fetch(url, { signal: AbortSignal.timeout(5_000) });
      await response.body?.cancel();
      if (response.status === 200) return true;
    } catch {
      // Not listening yet.
    }
    await pause(150);
  }
  return false;
}
