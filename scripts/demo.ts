// A person's day with the running server, through a real client: sign-in, search, changes, and several products at once.
// Ends with 0 only when everything happened as it says. Start the server first: npm start
//   npm run demo -- [--port=8788] [--language=en] [--biterp-mcp-server=http://localhost:8788/mcp]
import { check } from "./demo/answers.ts";
import { openSession } from "./demo/session.ts";
import { cancelThree, changeSeveral, doubtfulName, everyday } from "./demo/story.ts";
import { onlyHerClick } from "./demo/strict.ts";
import { Transcript } from "./demo/transcript.ts";
import { demoLanguage, wordings } from "./demo/wording.ts";
import { readSettings } from "./start/settings.mjs";

const PERSON = "ana@padaria-aurora.example";

// LANGUAGE of the environment means something else on Linux.
const environment = { ...process.env, LANGUAGE: undefined };
const { settings } = readSettings(process.argv.slice(2), environment, [
  "PORT",
  "BITERP_MCP_SERVER",
  "LANGUAGE",
]);
const { BITERP_MCP_SERVER, PORT } = settings;
const server = new URL(BITERP_MCP_SERVER || `http://localhost:${PORT || "8787"}/mcp`);
const language = demoLanguage(settings.LANGUAGE);
const t = wordings[language];

/** Nothing of the client is worth trying while nobody listens; its own error would not say so plainly. */
async function isAnswered(): Promise<boolean> {
  try {
    const response = await fetch(new URL("/health", server), { signal: AbortSignal.timeout(10_000) });
    await response.body?.cancel();
    return true;
  } catch {
    return false;
  }
}

async function tell() {
  const show = new Transcript(language, t);
  console.log(`bitERP MCP · ${server.href}`);
  const session = await openSession(server, PERSON, show);
  const { name, email } = await session.call("get_user_data");
  const revision = session.client.getNegotiatedProtocolVersion() ?? "";
  console.log(t.connected(name, email, revision));
  check(email === PERSON, `Signed in as ${email}`);
  await everyday(session, show);
  await cancelThree(session, show);
  await doubtfulName(session, show);
  await changeSeveral(session, show);
  await onlyHerClick(server, PERSON, session, show);
  await session.end();
  console.log(`\n${t.done}`);
}

if (await isAnswered()) {
  try {
    await tell();
  } catch (error) {
    console.error(`\n${t.failed(error instanceof Error ? error.message : String(error))}`);
    process.exitCode = 1;
  }
} else {
  console.error(t.noServer(server.href));
  process.exitCode = 1;
}
