import { slipsIn } from "./errors";
import { styles } from "./lists";
import { isMeant, isWrong, shown } from "./one-name";
import type { Chance } from "./random";
import { readings, twofold } from "./readings";
import { type Outcome, Tally } from "./report";
import { holdsJoint } from "./same";
import type { Channel, Shop } from "./shop";

/** How many names a list holds. */
const LEAST = 2;
const MOST = 12;
const told: readonly Channel[] = ["text", "list of one text", "validated"];

/** The kinds of lists whose names hold nothing that could part them; none of these may come out otherwise than meant. */
export const plain = "no joint in a name";
const jointed = "a joint in a name";

/** Names as people put them together: any ones, ones that look alike, ones that hold a joint. */
function chosen(names: readonly string[], withJoint: readonly string[], chance: Chance): string[] {
  const count = LEAST + chance.below(MOST - LEAST + 1);
  const way = chance.below(4);
  if (way === 0 && withJoint.length > 0) {
    return chance.some(count, [...chance.some(4, withJoint), ...chance.some(count, names)].filter(once));
  }
  if (way === 1) {
    // The catalogue is in the order of names, so neighbours look alike.
    const start = chance.below(Math.max(1, names.length - 30));
    return chance.some(count, names.slice(start, start + 30));
  }
  return chance.some(count, names);
}

const once = (name: string, at: number, all: readonly string[]) => all.indexOf(name) === at;

/**
 * (c) Several names in one text, in each of the styles.
 * @param names sorted
 */
export async function lists(
  shop: Shop,
  names: readonly string[],
  count: number,
  chance: Chance,
  title: string,
): Promise<Tally> {
  const tally = new Tally(title);
  const withJoint = names.filter(holdsJoint);
  for (let at = 0; at < count; at++) {
    const style = styles[at % styles.length];
    // Two names that are one to a reader would be one item, named twice.
    const meant = chosen(names, withJoint, chance);
    const said = style?.write(meant);
    if (!style || said === undefined) continue;
    const channel = chance.one(told);
    const entries = await shop.say(said, channel);
    const ids = meant.map((name) => shop.idOf(name));
    const ways = readings(shop, said);
    const allowed = [...ids, ...meant.flatMap((name) => shop.meant(name)), ...ways.ids];
    const twice = ways.count > 1;
    const asMeant =
      entries.length === ids.length &&
      ids.every((id, place) => isMeant(shop, entries[place], id, meant[place] ?? ""));
    const outcome: Outcome = isWrong(entries, allowed) ? "wrong" : twice || asMeant ? "right" : "missed";
    const group = twice ? twofold : meant.some(holdsJoint) ? jointed : plain;
    const kind = `${group}: ${style.kind}`;
    tally.add(outcome, { kind, channel, said, meant, got: shown(shop, entries) });
  }
  return tally;
}

/** (g) Several names in one text, one of them with a slip: nothing else is applied, and the others are. */
export async function listsWithSlip(
  shop: Shop,
  names: readonly string[],
  count: number,
  chance: Chance,
  title: string,
): Promise<Tally> {
  const tally = new Tally(title);
  const withJoint = names.filter(holdsJoint);
  for (let at = 0; at < count; at++) {
    const style = styles[at % styles.length];
    const meant = chosen(names, withJoint, chance);
    const place = chance.below(meant.length);
    const slips = slipsIn(meant[place] ?? "", chance);
    if (!style || slips.length === 0) continue;
    const slip = chance.one(slips).text;
    const said = style.write(meant.map((name, index) => (index === place ? slip : name)));
    if (said === undefined) continue;
    const channel = chance.one(told);
    const entries = await shop.say(said, channel);
    const ids = meant.map((name) => shop.idOf(name));
    const left = readings(shop, slip);
    const allowed = [
      ...ids,
      ...meant.flatMap((name) => shop.meant(name)),
      ...left.ids,
      ...readings(shop, said).ids,
    ];
    const kept = ids.every(
      (id, index) => index === place || entries.some((entry) => isMeant(shop, entry, id, meant[index] ?? "")),
    );
    const missing = ids[place] ?? "";
    const offered =
      left.count > 0 || !shop.isLive(missing) || entries.some((entry) => entry.offered.includes(missing));
    const outcome: Outcome = isWrong(entries, allowed) ? "wrong" : kept && offered ? "right" : "missed";
    const kind = meant.some(holdsJoint) ? jointed : plain;
    tally.add(outcome, {
      kind: offered || outcome === "wrong" ? kind : `${kind}; not offered`,
      channel,
      said,
      meant,
      got: shown(shop, entries),
    });
  }
  return tally;
}

/** (d) A list of texts that a client made by cutting at commas, through a name. */
export async function cutLists(
  shop: Shop,
  names: readonly string[],
  count: number,
  chance: Chance,
  title: string,
): Promise<Tally> {
  const tally = new Tally(title);
  const comma = /\s*(?:,(?!\d)|(?<!\d),)\s*/u;
  const cuttable = names.filter((name) => comma.test(name));
  const whole = names.filter((name) => !holdsJoint(name));
  for (let at = 0; at < count && cuttable.length > 0; at++) {
    const name = cuttable[at % cuttable.length] ?? "";
    const parts = name.split(comma).filter(Boolean);
    const others = chance.some(1 + chance.below(4), whole);
    const place = chance.below(others.length + 1);
    const said = [...others.slice(0, place), ...parts, ...others.slice(place)];
    // Each part a product of its own, and so two readings.
    const twice = parts.every((part) => shop.meant(part).length > 0);
    const objects = chance.below(3) === 0;
    const entries = await shop.ask(
      objects ? said.map((text) => ({ name: text })) : said,
      chance.below(2) === 0 ? "looked up" : "validated",
    );
    const id = shop.idOf(name);
    const ids = others.map((other) => shop.idOf(other));
    const allowed = [id, ...ids, ...others.flatMap((other) => shop.meant(other)), ...shop.meant(name)];
    const offered = entries.some((entry) => entry.applied === id || entry.offered.includes(id));
    const kept = others.every((other, index) =>
      entries.some((entry) => isMeant(shop, entry, ids[index] ?? "", other)),
    );
    const pieces = twice ? parts.flatMap((part) => shop.meant(part)) : [];
    const outcome: Outcome = isWrong(entries, [...allowed, ...pieces])
      ? "wrong"
      : twice || (offered && kept)
        ? "right"
        : "missed";
    const kind = twice ? twofold : objects ? "names cut apart" : "texts cut apart";
    const meant = [...others.slice(0, place), name, ...others.slice(place)];
    tally.add(outcome, { kind, channel: "list of texts", said, meant, got: shown(shop, entries) });
  }
  return tally;
}

/** (f) One or the other: nobody chooses for the person. */
export async function choices(
  shop: Shop,
  names: readonly string[],
  count: number,
  chance: Chance,
): Promise<Tally> {
  const tally = new Tally("f. one or the other");
  const without = names.filter((name) => !/\s(?:ou|or)\s/iu.test(name));
  for (let at = 0; at < count; at++) {
    const meant = chance.some(2, without);
    const said = meant.join(at % 3 === 2 ? ", ou " : " ou ");
    if (shop.meant(said).length > 0) continue;
    const channel = chance.one(told);
    const entries = await shop.say(said, channel);
    const applied = entries.some((entry) => entry.applied !== undefined);
    const all = entries.flatMap(({ offered }) => offered);
    const offered = meant.every((name) => all.includes(shop.idOf(name)));
    const outcome: Outcome = applied ? "wrong" : offered ? "right" : "missed";
    const kind = meant.some(holdsJoint) ? jointed : plain;
    tally.add(outcome, { kind, channel, said, meant, got: shown(shop, entries) });
  }
  return tally;
}
