/** How much of an unknown key is repeated in a path, in characters. */
const SHOWN = 64;

/** The path of a key: `items[2].changes` and `sale_price` give `items[2].changes.sale_price`. */
export function keyPath(path: string, key: string): string {
  const shown = key.slice(0, SHOWN);
  return path === "" ? shown : `${path}.${shown}`;
}

/** The path of a list's item: `items[2]`. */
export function itemPath(path: string, index: number): string {
  return `${path}[${index}]`;
}
