const LOOK_MS = 500;

/**
 * Calls back once when the npm that started us is gone. npm and the shell it puts in between end at a SIGTERM without
 * passing it on, and a server that nobody knows of would keep the port. Run directly, we outlive our shell on purpose.
 * @param {() => void} end
 */
export function whenOrphaned(end) {
  if (process.env.npm_lifecycle_event === undefined || process.platform === "win32") return;
  const parent = process.ppid;
  const look = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(look);
    end();
  }, LOOK_MS);
  look.unref();
}
