/**
 * Lets many clients work at a remote bitERP that fails, and then holds bitERP's own record against the evidence:
 * `node bench/soak.ts --minutes 10 --clients 20`. Starts both processes itself. Needs Node 24, which runs TypeScript.
 * Ends with 1 when they disagree about a single item.
 */
import { parseArgs } from "node:util";
import { connect } from "../scripts/demo/connect.ts";
import { compare } from "./soak/compare.ts";
import { fail } from "./soak/faults.ts";
import { type Processes, startBoth } from "./soak/processes.ts";
import { Worker } from "./soak/worker.ts";

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "10" },
    clients: { type: "string", default: "20" },
    port: { type: "string", default: "18787" },
  },
});
const minutes = Number(values.minutes);

const people = [
  { email: "ana@padaria-aurora.example", tenant: "b0000000-0000-4000-8000-000000000001", writes: true },
  { email: "bruno@mercado-beira.example", tenant: "b0000000-0000-4000-8000-000000000002", writes: true },
  { email: "carla@padaria-aurora.example", tenant: "b0000000-0000-4000-8000-000000000001", writes: false },
];
/** Of five clients two are Ana's, two Bruno's, and one only reads. */
const turns = [0, 1, 0, 1, 2];

async function signIn(processes: Processes, count: number): Promise<Worker[]> {
  const workers: Worker[] = [];
  for (let at = 0; at < count; at += 1) {
    const person = people[turns[at % turns.length] ?? 0];
    if (!person) throw new Error("There is nobody");
    // Half of them are asked inside the call, half run on their own.
    const mode = at % 2 === 0 ? "assistant" : "delegated";
    const { client } = await connect(processes.server, person.email, () => true, { mode });
    workers.push(new Worker({ client, ...person, name: String(at) }));
  }
  return workers;
}

function tell(workers: readonly Worker[]): void {
  const all = new Map<string, number>();
  for (const { ended } of workers)
    for (const [what, count] of ended) all.set(what, (all.get(what) ?? 0) + count);
  for (const [what, count] of [...all].sort(([a], [b]) => a.localeCompare(b)))
    console.log(`  ${String(count).padStart(6)}  ${what}`);
}

const processes = await startBoth(Number(values.port));
try {
  const workers = await signIn(processes, Number(values.clients));
  console.log(`${workers.length} clients signed in; ${minutes} minutes of faults begin.`);
  const over = AbortSignal.timeout(minutes * 60_000);
  await Promise.all([fail(processes, over), ...workers.map((worker) => worker.work(over))]);
  const { counts, log } = await processes.control();
  console.log("Calls, and how they ended:");
  tell(workers);
  const { disagreements, ...sums } = await compare(workers, log);
  console.log({ requests: counts.requests, writeRequests: log.length, writes: counts.writes, ...sums });
  console.log(`disagreements: ${disagreements.length}`);
  for (const one of disagreements.slice(0, 50)) console.log(`  ${one}`);
  if (disagreements.length > 0) process.exitCode = 1;
  await Promise.allSettled(workers.map(({ client }) => client.close()));
} finally {
  await processes.stop();
}
process.exit();
