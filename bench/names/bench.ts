import { plainFold } from "./erp";
import { choices, cutLists, lists, listsWithSlip, plain } from "./many-names";
import { missesTogether, slips, typography } from "./one-name";
import { chanceFrom } from "./random";
import { type Measure, percent, type Report, type Target, totalOf } from "./report";
import { holdsJoint, JOINT } from "./same";
import { type Shop, shopOf } from "./shop";

/** How much is measured. */
export interface Extent {
  /** Every so many-th name; 1: all. */
  everyName: number;
  /** Lists, cut lists and so on. */
  lists: number;
  /** Another gives other cases; the same one the same. */
  seed: number;
  /** How many names get a trap. */
  traps: number;
}

/** The whole bench: two minutes of computing. */
export const whole: Extent = { everyName: 1, lists: 9_000, seed: 0, traps: 250 };

/** Enough to see an engine that picks what nobody named: seconds. */
export const sample: Extent = { everyName: 15, lists: 900, seed: 0, traps: 60 };

/** What names a trap is made of, and where. */
interface Trap {
  title: string;
  shop: Shop;
  /** The names that are asked for. */
  names: readonly string[];
}

/** A name taken apart where a careless reader would. */
const partsOf = (name: string) =>
  name
    .split(new RegExp(JOINT, "giu"))
    .map((part) => part.trim())
    .filter((part) => part.replace(/\P{L}/gu, "").length > 2);

/**
 * Companies in which a part of a longer name is a product, too. The short names are made from the long ones and are no
 * part of the catalogue's count.
 */
function trapsOf(names: readonly string[], most: number): Trap[] {
  const spread = (some: readonly string[]) =>
    some.filter((_, at) => at % Math.max(1, Math.floor(some.length / most)) === 0).slice(0, most);
  const joined = spread(names.filter(holdsJoint));
  const others = names.filter((name) => !holdsJoint(name));
  const shop = (short: (name: string) => readonly string[], deleted: readonly string[] = []) => {
    const live = names.filter((name) => !deleted.includes(name));
    return shopOf([...new Set([...live, ...joined.flatMap(short)])], deleted);
  };
  const prefixed = spread(others.filter((name) => name.split(" ").length > 2));
  const beginnings = prefixed.map((name) => name.split(" ").slice(0, -1).join(" "));
  return [
    { title: "the first part is a product", shop: shop((name) => partsOf(name).slice(0, 1)), names: joined },
    { title: "the last part is a product", shop: shop((name) => partsOf(name).slice(-1)), names: joined },
    { title: "every part is a product", shop: shop(partsOf), names: joined },
    {
      title: "the first part is a product, the whole one is deleted",
      shop: shop((name) => partsOf(name).slice(0, 1), joined),
      names: joined,
    },
    {
      title: "the beginning is a product",
      shop: shopOf([...new Set([...names, ...beginnings])]),
      names: prefixed,
    },
    {
      title: "a bitERP that folds case and accents alone",
      shop: shopOf(names, [], plainFold),
      names: [...joined, ...prefixed],
    },
  ];
}

/**
 * Measures how texts that name products are understood, by the tools themselves.
 * @param catalogue real names of products, no two alike
 */
export async function measureNames(catalogue: readonly string[], extent: Extent): Promise<Report> {
  const started = Date.now();
  const names = [...catalogue].sort((a, b) => (a < b ? -1 : 1));
  const some = names.filter((_, at) => at % extent.everyName === 0);
  const shop = shopOf(names);
  const chance = (measure: number) => chanceFrom(extent.seed * 100 + measure);
  const measures: Measure[] = [
    await typography(shop, some, chance(1), "a. one name, typography"),
    await slips(shop, some, chance(2), "b. one name, a slip"),
    await lists(shop, names, extent.lists, chance(3), "c. lists"),
    await cutLists(shop, names, extent.lists / 6, chance(4), "d. lists cut at commas"),
    await missesTogether(shop, names, extent.lists / 6, chance(5)),
    await choices(shop, names, extent.lists / 6, chance(6)),
    await listsWithSlip(shop, names, extent.lists / 3, chance(11), "g. lists with a slip"),
  ];
  let overspent = shop.overspent();
  for (const { title, shop: trap, names: asked } of trapsOf(names, extent.traps)) {
    measures.push(
      await typography(trap, asked, chance(7), `trap: ${title}; typography`),
      await slips(trap, asked, chance(8), `trap: ${title}; a slip`),
      await lists(trap, asked, extent.lists / 8, chance(9), `trap: ${title}; lists`),
      await listsWithSlip(trap, asked, extent.lists / 8, chance(12), `trap: ${title}; lists with a slip`),
      await cutLists(trap, asked, extent.lists / 24, chance(10), `trap: ${title}; cut lists`),
    );
    overspent = Math.max(overspent, trap.overspent());
  }
  return {
    names: names.length,
    namesWithJoint: names.filter(holdsJoint).length,
    seconds: (Date.now() - started) / 1_000,
    measures: measures.filter(({ kinds }) => Object.keys(kinds).length > 0),
    targets: [
      ...targetsOf(measures),
      {
        name: "requests of one call beyond two for each thing named and ten: 0",
        value: String(overspent),
        holds: overspent === 0,
      },
    ],
  };
}

function targetsOf(measures: readonly Measure[]): Target[] {
  const all = (start: string, kind?: (kind: string) => boolean) => {
    const found = measures.filter(({ name }) => name.startsWith(start)).map((one) => totalOf(one, kind));
    return {
      cases: found.reduce((sum, { cases }) => sum + cases, 0),
      wrong: found.reduce((sum, { wrong }) => sum + wrong, 0),
      missed: found.reduce((sum, { missed }) => sum + missed, 0),
    };
  };
  const share = ({ missed, wrong, cases }: { missed: number; wrong: number; cases: number }) =>
    percent(missed + wrong, cases);
  const { wrong } = all("");
  const typed = share(all("a."));
  const kinds = measures
    .filter(({ name }) => name.startsWith("a."))
    .flatMap((one) => Object.entries(one.kinds));
  const [worst, most] = kinds
    .map(([kind, count]) => [kind, share(count)] as const)
    .reduce((one, other) => (other[1] > one[1] ? other : one), ["none", 0]);
  const listed = share(all("c.", (kind) => !kind.startsWith("two readings")));
  const clear = all("c.", (kind) => kind.startsWith(plain));
  const misses = (kind: string) => kind !== "a right name beside misses";
  const strict = 100 - share(all("b."));
  const offered = (start: string) =>
    100 - share(all(start, (kind) => misses(kind) && !kind.includes("more than")));
  const shown = (value: number) => `${value.toFixed(2)} %`;
  return [
    { name: "a product applied that nobody named: 0", value: String(wrong), holds: wrong === 0 },
    { name: "typographic variants unresolved: at most 3 %", value: shown(typed), holds: typed <= 3 },
    {
      name: "typographic variants of any one kind unresolved: at most 3 %",
      value: `${shown(most)} (${worst})`,
      holds: most <= 3,
    },
    { name: "lists not as meant: at most 5 %", value: shown(listed), holds: listed <= 5 },
    {
      name: "lists not as meant, no joint in a name: 0",
      value: String(clear.missed + clear.wrong),
      holds: clear.missed + clear.wrong === 0,
    },
    {
      name: "one miss, the right one offered: at least 95 % (where at most five fit)",
      value: `${shown(offered("b."))}; of all ${shown(strict)}`,
      holds: offered("b.") >= 95,
    },
    {
      name: "up to ten misses, the right one offered: at least 95 % (where at most five fit)",
      value: `${shown(offered("e."))}; of all ${shown(100 - share(all("e.", misses)))}`,
      holds: offered("e.") >= 95,
    },
  ];
}
