/// <reference lib="dom" />
import type { Browser, BrowserContext, Page } from "playwright-core";

/** How somebody has set up their browser. */
export interface Setup {
  /** The language it asks pages for. */
  locale?: "pt-BR" | "en-US";
  /** False: it runs no scripts. */
  scripts?: boolean;
  dark?: boolean;
  /** Of the window, in CSS pixels. */
  width?: number;
}

/** Somebody at a browser of their own: no cookie, no history, nothing that another visitor left. */
export class Visitor {
  /** What the browser complained about: blocked by a policy, failed in a script, not loaded. */
  readonly complaints: string[] = [];

  private constructor(
    readonly context: BrowserContext,
    readonly page: Page,
  ) {}

  static async arrive(
    browser: Browser,
    { locale = "pt-BR", scripts = true, dark = false, width = 1_100 }: Setup = {},
  ): Promise<Visitor> {
    const context = await browser.newContext({
      locale,
      javaScriptEnabled: scripts,
      colorScheme: dark ? "dark" : "light",
      viewport: { width, height: 800 },
    });
    context.setDefaultTimeout(20_000);
    const visitor = new Visitor(context, await context.newPage());
    await visitor.#listen();
    return visitor;
  }

  async #listen(): Promise<void> {
    // The console has these as well, but not all of them in every version.
    await this.context.addInitScript(() => {
      document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) =>
        console.error(`policy violated: ${effectiveDirective} ${blockedURI}`),
      );
    });
    this.context.on("console", (message) => {
      // An icon that no page names is asked for all the same.
      const icon = message.location().url.endsWith("/favicon.ico");
      if (message.type() === "error" && !icon) this.complaints.push(message.text());
    });
    this.context.on("weberror", (fault) => this.complaints.push(String(fault.error())));
  }

  /** Presses the button with this text. */
  press(text: string): Promise<void> {
    return this.page.getByRole("button", { name: text, exact: true }).click();
  }

  /** Chooses who to be on the sandbox's sign-in page. */
  async signIn(email: string): Promise<void> {
    await this.page.getByRole("button", { name: email }).click();
  }

  /** Sends the page's question off with its yes or its no, whatever the language. */
  answer(answer: "approve" | "deny"): Promise<void> {
    return this.page.locator(`button[name=answer][value=${answer}]`).click();
  }

  /** Presses it twice, so that the first is on its way when the second comes. */
  async pressTwice(text: string): Promise<void> {
    const button = this.page.getByRole("button", { name: text, exact: true });
    await button.scrollIntoViewIfNeeded();
    const box = await button.boundingBox();
    if (!box) throw new Error(`Nobody can see the button “${text}”`);
    for (const pause of [40, 0]) {
      await this.page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
      await this.page.waitForTimeout(pause);
    }
  }

  /** Ticks one of several, of the first such group on the page. */
  choose(name: string, value: string): Promise<void> {
    return this.page.locator(`input[name=${name}][value="${value}"]`).first().check();
  }

  leave(): Promise<void> {
    return this.context.close();
  }
}
