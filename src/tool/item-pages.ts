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
 * One page of an operation that is too long for one result: whole entries from a place on, each value whole. An entry
 * that is longer than a page is given in parts: first with the beginning of each long text, named in `parted`, then a
 * `part` for each further piece.
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
  const all = entries as JsonObject[];
  const first = from.index === 0 && from.part === 0;
  // On a first page only, and only where the entries it repeats keep most of the page.
  const repeats = failed !== undefined && first && sizeOf(failed) < TEXT_LIMIT / 4;
  const head = Object.fromEntries(
    Object.entries(structured).filter(([key]) => (key === "failed" ? repeats : key in rest)),
  );
  const room = TEXT_LIMIT - sizeOf(head) - SPARE;
  const page: JsonObject[] = [];
  let used = 0;
  let next: PagePlace | undefined;
  for (let index = from.index; index < all.length && !next; index += 1) {
    const parts = partsOf(all[index] ?? {}, room);
    for (let part = index === from.index ? from.part : 0; part < parts.length; part += 1) {
      const entry = parts[part] ?? {};
      used += sizeOf(entry) + 1;
      if (used > room && page.length > 0) {
        next = { index, part };
        break;
      }
      page.push(entry);
    }
  }
  if (page.length === 0) throw unknownPlace();
  return {
    ...head,
    // Before the entries: a reader who stops early must not take the page for all there is.
    ...(next && { next_cursor: `${operationId}.${next.index}.${next.part}` }),
    [list]: page,
  };
}

function unknownPlace(): Failure {
  return Failure.of("invalid_cursor", "operation.invalid_cursor", {}, { parameter: "cursor" });
}

/** An entry as it is, or in parts that each fit into the room. */
function partsOf(entry: JsonObject, room: number): JsonObject[] {
  if (sizeOf(entry) <= room) return [entry];
  const { index = 0, id, success } = entry;
  const further: JsonObject[] = [];
  const parted = new Set<string>();
  const begin = eachText(entry, "", (text, field) => {
    const letters = [...text];
    for (let from = PIECE; from < letters.length; from += PIECE) {
      const piece = letters.slice(from, from + PIECE).join("");
      const part = { field, from, of: letters.length, text: piece };
      further.push({
        index,
        ...(id !== undefined && { id }),
        ...(success !== undefined && { success }),
        part,
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
