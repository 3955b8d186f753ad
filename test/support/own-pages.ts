import type { Answer } from "./mcp";
import { Browser, formOf, HOST, worker } from "./oauth";

/** A person's browser, signed in and on no page. */
export async function browserOf(userId: string): Promise<Browser> {
  const browser = new Browser(worker);
  const signedIn = await browser.post("/sign-in", [
    ["user", userId],
    ["return", "/connections"],
  ]);
  if (signedIn.status !== 303) throw new Error(`sign-in: ${signedIn.status}`);
  return browser;
}

/** The page where the person approves what this answer waits for. */
export const approvalPage = (answer: Answer): string => String(answer.structured.approval_url);

/** Opens the page of an operation and sends its form. */
export async function decide(
  browser: Browser,
  url: string,
  answer: "approve" | "deny" = "approve",
): Promise<Response> {
  const page = await (await browser.get(url)).text();
  return browser.post("/approve", [
    ["form", formOf(page)],
    ["answer", answer],
  ]);
}

/** Sends the form of one connection on the page of connections; null when the connection is not on it. */
export async function manage(
  browser: Browser,
  connectionId: string,
  choice: { mode?: string; answer: "save" | "end" },
): Promise<Response | null> {
  const page = await (await browser.get(`${HOST}/connections`)).text();
  if (!page.includes(connectionId)) return null;
  return browser.post("/connections", [
    ["form", formOf(page)],
    ["connection", connectionId],
    ["answer", choice.answer],
    ...(choice.mode === undefined ? [] : [["mode", choice.mode] as [string, string]]),
  ]);
}
