import { say } from "./wording.mjs";

/** workerd's own word that there is no network, and the Worker's that it has drawn its conclusion. */
const NO_NETWORK = /failed to lookup address information|"event":"client_documents_off"/;
/** Addresses inside workerd, of no use to anybody here. */
const FRAMES = /^\s*stack: .*workerd@/;

/**
 * Passes on what the server prints, but for what workerd prints where there is no network: pages of addresses inside
 * itself. In its place the person is told once, in a sentence, what it means.
 * @param {(text: string) => void} write
 * @returns {(text: string) => void} takes what is printed, in pieces of any size
 */
export function readable(write) {
  let rest = "";
  let said = false;
  let dropped = false;
  /** @param {string} line */
  const pass = (line) => {
    const silent = NO_NETWORK.test(line) || FRAMES.test(line);
    if (NO_NETWORK.test(line) && !said) {
      said = true;
      write(`${say("documents.off")}\n`);
    }
    // The blank lines around what is left out go with it.
    if (!silent && !(dropped && line.trim() === "")) write(`${line}\n`);
    dropped = silent || (dropped && line.trim() === "");
  };
  return (text) => {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) pass(line);
  };
}
