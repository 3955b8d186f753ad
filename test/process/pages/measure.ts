/// <reference lib="dom" />

/** What WCAG AA asks of text, and of what shows where the keyboard is. */
const TEXT = 4.5;
const OUTLINE = 3;

/** What makes a page hard to read or to use, each as a sentence. Runs inside the page; `limits` are the two above. */
function faultsHere(limits: { text: number; outline: number }): string[] {
  type Colour = [red: number, green: number, blue: number, alpha: number];
  const faults: string[] = [];
  const root = document.documentElement;

  const read = (css: string): Colour => {
    const [red = 0, green = 0, blue = 0, alpha = 1] = (css.match(/[\d.]+/g) ?? []).map(Number);
    return [red, green, blue, alpha];
  };
  const over = ([r, g, b, a]: Colour, [red, green, blue]: Colour): Colour => [
    r * a + red * (1 - a),
    g * a + green * (1 - a),
    b * a + blue * (1 - a),
    1,
  ];
  const luminance = ([r, g, b]: Colour) => {
    const [red = 0, green = 0, blue = 0] = [r, g, b].map((part) =>
      part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
    );
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const contrast = (one: Colour, other: Colour) => {
    const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
    return (light + 0.05) / (dark + 0.05);
  };
  const probe = document.body.appendChild(document.createElement("i"));
  probe.style.backgroundColor = "Canvas";
  const canvas = read(getComputedStyle(probe).backgroundColor);
  probe.remove();

  /** The element and all around it, the outermost first. */
  const chain = (element: Element): Element[] =>
    element.parentElement ? [...chain(element.parentElement), element] : [element];
  const behind = (element: Element) =>
    chain(element).reduce((below, at) => over(read(getComputedStyle(at).backgroundColor), below), canvas);

  for (const details of document.querySelectorAll("details")) details.open = true;

  const excess = root.scrollWidth - root.clientWidth;
  if (excess > 0) faults.push(`scrolls sideways by ${excess}`);

  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (words.nextNode()) {
    const element = words.currentNode.parentElement;
    const text = words.currentNode.textContent?.trim() ?? "";
    if (!element || text === "" || element.getClientRects().length === 0) continue;
    const [r, g, b, a] = read(getComputedStyle(element).color);
    const opacity = chain(element).reduce((all, at) => all * Number(getComputedStyle(at).opacity), a);
    const ground = behind(element);
    const ratio = contrast(over([r, g, b, opacity], ground), ground);
    if (ratio < limits.text) faults.push(`contrast ${ratio.toFixed(1)}: ${text.slice(0, 40)}`);
  }

  const focused = document.activeElement;
  if (focused && focused !== document.body) {
    const { outlineColor, outlineStyle } = getComputedStyle(focused);
    const ratio = outlineStyle === "none" ? 0 : contrast(over(read(outlineColor), canvas), canvas);
    if (ratio < limits.outline) faults.push(`the outline of the focus has contrast ${ratio.toFixed(1)}`);
  }

  const inputs = document.querySelectorAll<HTMLInputElement>("input:not([type=hidden]), select, textarea");
  for (const input of inputs) {
    if ((input.labels?.length ?? 0) === 0) faults.push(`no label: ${input.name}`);
    if (input.getClientRects().length === 0) faults.push(`not visible: ${input.name}`);
  }
  for (const group of document.querySelectorAll("fieldset"))
    if (!group.querySelector(":scope > legend")?.textContent) faults.push("a group without a name");
  for (const button of document.querySelectorAll("button, summary")) {
    if (!button.textContent?.trim()) faults.push("a button without words");
    const { height } = button.getBoundingClientRect();
    if (height < 24) faults.push(`too low for a finger, ${height}: ${button.textContent}`);
  }
  for (const radio of document.querySelectorAll("input[type=radio]"))
    if (!radio.closest("fieldset")) faults.push("a choice that belongs to no group");
  if (document.querySelector("[tabindex]:not([tabindex='0']):not([tabindex='-1'])")) faults.push("tabindex");
  if (document.querySelectorAll("h1").length !== 1) faults.push("not one main heading");
  if (document.querySelectorAll("main").length !== 1) faults.push("not one main part");
  if (document.title.trim() === "") faults.push("no title");
  const ids = [...document.querySelectorAll("[id]")].map(({ id }) => id);
  if (new Set(ids).size < ids.length) faults.push("an id twice");
  if (root.lang !== navigator.language.replace(/^en-.*/, "en")) faults.push(`lang is ${root.lang}`);
  return faults;
}

/** For `page.evaluate`. */
export const measuring = [faultsHere, { text: TEXT, outline: OUTLINE }] as const;
