import { createServer } from "node:net";
import { say } from "./wording.mjs";

export const DEFAULT_PORT = 8787;

/** @param {string | undefined} text @returns {number | undefined} the port, or nothing when the text is not one */
export function wantedPort(text) {
  if (text === undefined || text === "") return DEFAULT_PORT;
  const port = Number(text);
  return Number.isInteger(port) && port > 0 && port < 65_536 ? port : undefined;
}

/** @param {number} port 0 lets the system choose @returns {Promise<number>} the port that could be bound */
function bind(port) {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : port));
    });
  });
}

export const freePort = () => bind(0);

/** @param {number} port @returns {Promise<string | undefined>} what to tell the person when it cannot be used */
export async function portProblem(port) {
  try {
    await bind(port);
    return undefined;
  } catch (error) {
    const { code, message } = /** @type {NodeJS.ErrnoException} */ (error);
    return code === "EADDRINUSE" ? say("port.busy", String(port), String(port + 1)) : message;
  }
}
