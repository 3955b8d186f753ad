import { slipsIn } from "./errors";
import type { Chance } from "./random";
import { readings, twofold } from "./readings";
import { type Outcome, Tally } from "./report";
import { sameKey } from "./same";
import { type Channel, channels, type Entry, type Shop } from "./shop";
import { variants } from "./variants";

/** How many candidates a refusal has room for. */
const OFFERED = 5;
/** How many misses a call holds at most. */
export const MISSES = 10;

const around: readonly Channel[] = ["text", "list of one text", "validated"];

/** What an answer came to, for people. */
export function shown(shop: Shop, entries: readonly Entry[]): string[] {
  return entries.map(({ applied, error, offered }) =>
    applied !== undefined
      ? `applied: ${shop.nameOf(applied)}`
      : `${error}${offered.length > 0 ? `, offered: ${offered.map((id) => shop.nameOf(id)).join(" | ")}` : ""}`,
  );
}

/** Whether a product was applied that nobody named. */
export function isWrong(entries: readonly Entry[], allowed: readonly string[]): boolean {
  return entries.some(({ applied }) => applied !== undefined && !allowed.includes(applied));
}

/**
 * Whether an entry is what was meant. Where several products have the name that was typed, nobody knows which one was
 * meant: to offer them is right, as it is to apply one of them.
 */
export function isMeant(shop: Shop, entry: Entry | undefined, id: string, text: string): boolean {
  if (!entry) return false;
  // A look-up answers that a product is deleted, and which one it is.
  if (entry.applied === id || (entry.about === id && !shop.isLive(id))) return true;
  const twins = shop.meant(text);
  if (twins.length === 1 && twins[0] === id) return false;
  return entry.applied === undefined ? entry.offered.includes(id) : twins.includes(entry.applied);
}

/** (a) One name in the forms it is typed and pasted in. */
export async function typography(
  shop: Shop,
  names: readonly string[],
  chance: Chance,
  title: string,
): Promise<Tally> {
  const tally = new Tally(title);
  for (const name of names) {
    for (const { kind, around: decorated, of } of variants) {
      const said = of(name);
      if (said === name && kind !== "as it stands") continue;
      const channel = chance.one(decorated ? around : channels);
      const entries = await shop.say(said, channel);
      const id = shop.idOf(name);
      const outcome: Outcome = isWrong(entries, [id, ...shop.meant(said), ...shop.meant(name)])
        ? "wrong"
        : entries.length === 1 && isMeant(shop, entries[0], id, name)
          ? "right"
          : "missed";
      tally.add(outcome, { kind, channel, said, meant: [name], got: shown(shop, entries) });
    }
  }
  return tally;
}

/** How many products hold every word of a text. */
function fitting(keys: readonly string[], text: string): number {
  const words = sameKey(text).split(" ");
  return keys.filter((key) => words.every((word) => key.includes(word))).length;
}

/** (b) A name with a slip: nothing else is applied, and the right one is offered. */
export async function slips(
  shop: Shop,
  names: readonly string[],
  chance: Chance,
  title: string,
): Promise<Tally> {
  const tally = new Tally(title);
  const keys = shop.names.map(sameKey);
  for (const name of names) {
    const id = shop.idOf(name);
    for (const { kind, text } of slipsIn(name, chance)) {
      const channel = chance.one(channels);
      const entries = await shop.say(text, channel);
      // What is left of a name may say all of something else: another product, or a list of products.
      const says = readings(shop, text);
      const outcome: Outcome = isWrong(entries, [id, ...says.ids, ...shop.meant(name)])
        ? "wrong"
        : // A product that is deleted is not offered.
          says.count > 0 || !shop.isLive(id) || entries.some(({ offered }) => offered.includes(id))
          ? "right"
          : "missed";
      const many = outcome === "missed" && fitting(keys, text) > OFFERED ? `, more than ${OFFERED} fit` : "";
      const group = says.count > 0 ? twofold : kind + many;
      tally.add(outcome, { kind: group, channel, said: text, meant: [name], got: shown(shop, entries) });
    }
  }
  return tally;
}

/** (e) Calls with up to ten misses among names that are right. */
export async function missesTogether(
  shop: Shop,
  names: readonly string[],
  calls: number,
  chance: Chance,
): Promise<Tally> {
  const tally = new Tally("e. misses in one call");
  const keys = shop.names.map(sameKey);
  for (let call = 0; call < calls; call++) {
    const good = chance.some(chance.below(4), names);
    const items = chance
      .some(1 + chance.below(MISSES), names)
      .flatMap((name) => {
        const some = slipsIn(name, chance).filter(({ text }) => shop.meant(text).length === 0);
        return some.length > 0 ? [{ name, text: chance.one(some).text, miss: true }] : [];
      })
      .concat(good.map((name) => ({ name, text: name, miss: false })));
    const said = items.map(({ text }) => ({ name: text }));
    const entries = await shop.ask(said, chance.below(2) === 0 ? "looked up" : "validated");
    items.forEach(({ name, text, miss }, at) => {
      const id = shop.idOf(name);
      const entry = entries[at];
      const one = entry ? [entry] : [];
      const outcome: Outcome = isWrong(one, [id, ...shop.meant(text), ...shop.meant(name)])
        ? "wrong"
        : (miss ? entry?.offered.includes(id) : isMeant(shop, entry, id, name))
          ? "right"
          : "missed";
      const many =
        miss && outcome === "missed" && fitting(keys, text) > OFFERED ? `, more than ${OFFERED} fit` : "";
      const kind = (miss ? "a miss" : "a right name beside misses") + many;
      const asked = { item: text, among: said };
      tally.add(outcome, {
        kind,
        channel: "list of names",
        said: asked,
        meant: [name],
        got: shown(shop, one),
      });
    });
  }
  return tally;
}
