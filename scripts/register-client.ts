// `npm run register-client -- --name="My client" --redirect=https://client.example/callback`: registers a client that
// cannot register by itself, and prints what to type into it. Anybody may, as any program may.
import { registerClient, registration, usage } from "./register-client/register.ts";

try {
  const wanted = registration(process.argv.slice(2), process.env);
  if (wanted === "help") {
    console.log(usage);
    process.exit(0);
  }
  if (wanted === undefined) {
    console.error(usage);
    process.exit(2);
  }
  console.log(await registerClient(wanted));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
