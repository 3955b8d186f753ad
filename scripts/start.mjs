// `npm start`: the whole server on this machine, with the bundled bitERP, from nothing.
//
//   npm start -- --port=8788                 another port, with a local state of its own
//   npm start -- --biterp-mcp-url=https://…  any variable of docs/deploying.md, as a flag or in the environment
//   npm start -- --log-level debug           further arguments go to `wrangler dev`
import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { spawnGroup } from "./start/child.mjs";
import { applyMigrations } from "./start/migrations.mjs";
import { nextSteps } from "./start/next-steps.mjs";
import { nodeProblem } from "./start/node-version.mjs";
import { whenOrphaned } from "./start/orphan.mjs";
import { portProblem, wantedPort } from "./start/port.mjs";
import { untilHealthy } from "./start/ready.mjs";
import { readSettings, variableNames } from "./start/settings.mjs";
import { remoteErp, secretFiles, stateFolder } from "./start/state.mjs";
import { say } from "./start/wording.mjs";
import { quietEnvironment, wranglerCommand } from "./start/wrangler.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));

/** @param {string} message @returns {never} */
function give(message) {
  console.error(message);
  process.exit(1);
}

const problem = nodeProblem();
if (problem) give(problem);
const { settings, rest } = readSettings(process.argv.slice(2), process.env, ["PORT", ...variableNames(root)]);
const { PORT, ...variables } = settings;
if (rest.includes("--help")) {
  console.log(say("usage"));
  process.exit(0);
}
const port = wantedPort(PORT);
if (port === undefined) give(say("port.bad", PORT ?? ""));
const busy = await portProblem(port);
if (busy) give(busy);

const url = variables.PUBLIC_URL || `http://localhost:${port}`;
const state = stateFolder(root, port);
mkdirSync(state, { recursive: true, mode: 0o700 });
const secrets = secretFiles(root, state, Object.keys(variables));
console.log(say("starting"));
try {
  await applyMigrations(root, state);
} catch (error) {
  give(`${say("migrations.failed")}\n${error instanceof Error ? error.message : error}`);
}

const [command, ...before] = wranglerCommand(root);
const server = spawnGroup(
  command,
  [
    ...before,
    "dev",
    // Port 0: the system chooses when it binds. One that was looked up before could be taken meanwhile.
    ...["--ip", "127.0.0.1", "--port", String(port), "--inspector-port", "0"],
    ...[
      "--persist-to",
      state,
      "--show-interactive-dev-session=false",
      "--log-level",
      process.env.WRANGLER_LOG ?? "error",
    ],
    ...secrets.flatMap((file) => ["--env-file", file]),
    ...["--var", `PUBLIC_URL:${url}`],
    ...rest,
  ],
  { cwd: root, env: { ...quietEnvironment(), ...variables } },
);

let asked = false;
let failed = false;
const stop = () => {
  asked = true;
  void server.stop();
};
for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) process.on(signal, stop);
whenOrphaned(stop);
void server.ended.then((code) => {
  // Whoever asked for the end gets no error from npm about it.
  if (!asked && !failed) console.error(say("ended", String(code)));
  process.exit(failed ? 1 : asked ? 0 : code || 1);
});

const found = await untilHealthy(`http://127.0.0.1:${port}/health`);
if (found === "ready") console.log(nextSteps(url, port, remoteErp(secrets, variables, rest)));
else {
  // Before the end that this brings about is taken for one that came by itself.
  console.error(found === "late" ? say("not.ready", url) : found.problem);
  failed = true;
  await server.stop();
}
