import { existsSync } from "node:fs";

const LOOK_MS = 1_000;
/** A line at least so often, so that nobody takes a slow network for a standstill. */
const SILENCE_MS = 10_000;

/**
 * Tells how many of the packages are there while npm, which says nothing of it, unpacks them.
 * @param {string} root the project's folder, with a trailing slash
 * @param {readonly string[]} folders of the packages, below the root
 * @param {(line: string) => void} tell
 * @returns {() => void} ends the telling
 */
export function watchPackages(root, folders, tell) {
  let told = 0;
  let at = Date.now();
  const look = setInterval(() => {
    const there = folders.filter((folder) => existsSync(`${root}${folder}/package.json`)).length;
    const share = Math.floor((there / folders.length) * 10);
    if (share <= told && Date.now() - at < SILENCE_MS) return;
    told = Math.max(told, share);
    at = Date.now();
    tell(`  ${there} / ${folders.length}`);
  }, LOOK_MS);
  return () => clearInterval(look);
}
