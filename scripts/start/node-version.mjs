import { say } from "./wording.mjs";

/** wrangler refuses older ones. */
const NEEDED = 22;

/**
 * `npm start` runs on the Node that came with the packages where there is one for this system; elsewhere on the
 * machine's own, which then has to be new enough.
 * @returns {string | undefined} what to tell the person, if it is not
 */
export function nodeProblem(version = process.versions.node) {
  return Number(version.split(".")[0]) >= NEEDED
    ? undefined
    : say("node.old", version, `${process.platform}-${process.arch}`, String(NEEDED));
}
