import { spawn } from "node:child_process";
import { readable } from "./child-output.mjs";

const GRACE_MS = 5_000;

/**
 * A child with everything it starts itself (wrangler starts Node again, and that starts workerd): one group, ended as one.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd: string, env: NodeJS.ProcessEnv }} options
 */
export function spawnGroup(command, args, options) {
  const grouped = process.platform !== "win32";
  const child = spawn(command, args, {
    ...options,
    stdio: ["ignore", "pipe", "pipe"],
    detached: grouped,
  });
  for (const [from, to] of /** @type {const} */ ([
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ])) {
    const pass = readable((text) => to.write(text));
    from.setEncoding("utf8").on("data", pass);
  }
  /** @type {Promise<number>} */
  const ended = new Promise((resolve) => {
    child.on("error", (error) => {
      console.error(error.message);
      resolve(1);
    });
    child.on("exit", (code, signal) => resolve(code ?? (signal ? 1 : 0)));
  });

  /** @param {NodeJS.Signals} signal */
  function send(signal) {
    try {
      if (grouped && child.pid) process.kill(-child.pid, signal);
      else child.kill(signal);
    } catch {
      // Nobody is left to be told.
    }
  }

  /** Asks for the end, insists after a while, and resolves once the child is gone. */
  async function stop() {
    send("SIGTERM");
    const insist = setTimeout(() => send("SIGKILL"), GRACE_MS);
    await ended;
    clearTimeout(insist);
    // The first process may leave before those it started.
    send("SIGKILL");
  }

  return { ended, stop };
}
