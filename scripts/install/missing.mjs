import { existsSync, readFileSync } from "node:fs";

/**
 * @typedef {{ version?: string, link?: boolean, optional?: boolean, dev?: boolean }} LockedPackage
 * @typedef {{ packages: Record<string, LockedPackage> }} LockFile
 */

/** @param {string} path @returns {Record<string, LockedPackage> | undefined} */
function packagesOf(path) {
  try {
    return /** @type {LockFile} */ (JSON.parse(readFileSync(path, "utf8"))).packages;
  } catch {
    return undefined;
  }
}

/**
 * Which packages of package-lock.json are not installed in the locked version. npm writes
 * node_modules/.package-lock.json as its last act, so an interrupted installation counts as none.
 * Optional packages are left out: whether they fit this machine is for npm to say.
 * @param {string} root the project's folder, with a trailing slash
 * @returns {string[]}
 */
export const missingPackages = (root) =>
  missingFolders(root).map((path) => path.replace(/^.*node_modules\//, ""));

/** The same, each by its folder below the root. @param {string} root @returns {string[]} */
export function missingFolders(root) {
  const locked = packagesOf(`${root}package-lock.json`);
  if (!locked) throw new Error("package-lock.json is missing or unreadable.");
  const installed = packagesOf(`${root}node_modules/.package-lock.json`) ?? {};
  return Object.entries(locked)
    .filter(([path, entry]) => path !== "" && !entry.optional)
    .filter(([path, entry]) => installed[path]?.version !== entry.version || !existsSync(root + path))
    .map(([path]) => path);
}
