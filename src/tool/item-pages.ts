import { Failure } from "../errors";
import { isRecord, type Json, type JsonObject } from "../json";
import { sizeOf, TEXT_LIMIT } from "./fit-result";

/** Where a page of an operation's items begins: at an item, and at a part of one that is longer than a page. */
export interface PagePlace {
  index: number;
  part: number;
}

/** How much of one long text a page holds, in characters; of the signs that JSON spells longest still a third of a page. */
const PIECE = 3_000;
/** What the cursor and the brackets of a page may take, in characters. */
const SPARE = 300;

/**
 * The place that a cursor of `pageOfItems` names.
 * @throws Failure `invalid_cursor`; `cursor_mismatch` when it belongs to another operation
 */
export function placeOf(cursor: string, operationId: string): PagePlace {
  const [, id, index, part] = /^(.+)\.(\d{1,3})\.(\d{1,4})$/.exec(cursor) ?? [];
  if (id === undefined) throw unknownPlace();
  if (id !== operationId)
    throw Failure.of("cursor_mismatch", "operation.cursor_mismatch", {}, { parameter: "cursor" });
  return { index: Number(index), part: Number(part) };
}

/**
 * One page of an operation that is too long for one result. Every page tells of every item how it stands, as long as
 * there is room for that; what makes an entry long, its values and its product, stands on one page only, whole. `page`
 * says of which items that is. An entry that is longer than a page is given in parts: first with the beginning of each
 * long text, named in `parted`, then with the further pieces in `parts`.
 * @param structured the operation as it would be shown whole, with `results` or `items`
 * @throws Failure `invalid_cursor` for a place behind the last item
 */
export function pageOfItems(
  structured: JsonObject,
  operationId: string,
  from: PagePlace = { index: 0, part: 0 },
): JsonObject {
  const list = "results" in structured ? "results" : "items";
  const { [list]: entries, failed, ...rest } = structured;
  const whole = entries as JsonObject[];
  const bare = whole.map(withoutValues);
  const longest = Math.max(...whole.map(sizeOf));
  const everywhere = sizeOf(rest) + sizeOf(bare) + longest + SPARE <= TEXT_LIMIT;
  // The same on every page: a cursor counts the units that an entry was divided into.
  const room = TEXT_LIMIT - sizeOf(rest) - SPARE - (everywhere ? sizeOf(bare) : 0);
  // What the entries say anyway is repeated on the first page, where that leaves room for the longest of them.
  const first = from.index === 0 && from.part === 0;
  const repeats = failed !== undefined && first && sizeOf(failed) + longest <= room;
  const left = room - (repeats ? sizeOf(failed) : 0);

  const shown = new Map<number, JsonObject>();
  let used = 0;
  let next: PagePlace | undefined;
  for (let index = from.index; index < whole.length && !next; index += 1) {
    const units = unitsOf(whole[index] ?? {}, room);
    for (let part = index === from.index ? from.part : 0; part < units.length; part += 1) {
      const unit = units[part] ?? {};
      used += sizeOf(unit) + 1;
      if (used > left && shown.size > 0) {
        next = { index, part };
        break;
      }
      const before = shown.get(index);
      const parts = [...((before?.parts as Json[] | undefined) ?? []), ...((unit.parts as Json[]) ?? [])];
      shown.set(index, { ...unit, ...before, ...(parts.length > 0 && { parts }) });
    }
  }
  const last = [...shown.keys()].at(-1);
  if (last === undefined) throw unknownPlace();
  const kept = Object.entries(structured).filter(([key]) => (key === "failed" ? repeats : key in rest));
  return {
    ...Object.fromEntries(kept),
    // Before the entries: a reader who stops early must not take the page for all there is.
    page: { first: from.index, last },
    ...(next && { next_cursor: `${operationId}.${next.index}.${next.part}` }),
    [list]: everywhere ? bare.map((entry, at) => shown.get(at) ?? entry) : [...shown.values()],
  };
}

/** How an item stands, without what may be long about it. */
function withoutValues({ before: _, changes: __, product: ___, ...entry }: JsonObject): JsonObject {
  return entry;
}

function unknownPlace(): Failure {
  return Failure.of("invalid_cursor", "operation.invalid_cursor", {}, { parameter: "cursor" });
}

/** An entry as it is, or in units that each fit into the room. */
function unitsOf(entry: JsonObject, room: number): JsonObject[] {
  if (sizeOf(entry) <= room) return [entry];
  const further: JsonObject[] = [];
  const parted = new Set<string>();
  const begin = eachText(entry, "", (text, field) => {
    const letters = [...text];
    for (let from = PIECE; from < letters.length; from += PIECE) {
      const piece = letters.slice(from, from + PIECE).join("");
      further.push({
        ...withoutValues(entry),
        parts: [{ field, from, of: letters.length, text: piece }],
      });
      parted.add(field);
    }
    return letters.slice(0, PIECE).join("");
  });
  return [{ ...(begin as JsonObject), parted: [...parted] }, ...further];
}

function eachText(value: Json, path: string, change: (text: string, path: string) => string): Json {
  if (typeof value === "string") return change(value, path);
  if (Array.isArray(value)) return value.map((inner, at) => eachText(inner, `${path}[${at}]`, change));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value as JsonObject).map(([key, inner]) => [
      key,
      eachText(inner, path === "" ? key : `${path}.${key}`, change),
    ]),
  );
}
