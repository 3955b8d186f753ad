import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";

const FILE = ".npm-install.lock";
const PATIENCE_MS = 5 * 60_000;

/** @param {number} pid */
function alive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === "EPERM";
  }
}

/** @param {string} path @returns {boolean} whether the lock is ours now */
function take(path) {
  try {
    writeFileSync(path, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== "EEXIST") throw error;
  }
  try {
    const owner = Number(readFileSync(path, "utf8"));
    if (owner > 0 && !alive(owner)) rmSync(path, { force: true });
  } catch {
    // It went away between the two looks: the next round takes it.
  }
  return false;
}

/**
 * Runs `work` while no other process installs in the same folder: two `npm start` on a fresh clone would otherwise
 * delete each other's files. A lock whose owner died is taken over.
 * @template T
 * @param {string} root
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withInstallLock(root, work) {
  const path = root + FILE;
  const end = Date.now() + PATIENCE_MS;
  while (!take(path)) {
    if (Date.now() > end)
      throw new Error(`Another installation has held ${FILE} for five minutes; delete it.`);
    await pause(250);
  }
  try {
    return await work();
  } finally {
    rmSync(path, { force: true });
  }
}
