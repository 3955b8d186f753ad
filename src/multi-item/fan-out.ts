/**
 * Runs one task per item with a bounded number in flight, in input order, and never stops for a failure.
 *
 * @param limit how many tasks may run at once
 * @returns one settled result per item, at the item's place
 */
export async function fanOut<T, R>(
  items: readonly T[],
  limit: number,
  run: (item: T, index: number) => Promise<R>,
): Promise<PromiseSettledResult<R>[]> {
  const waiting: (() => void)[] = [];
  let free = limit;
  const enter = async () => {
    if (free > 0) free -= 1;
    else await new Promise<void>((go) => waiting.push(go));
  };
  const leave = () => {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  };
  return Promise.allSettled(
    items.map(async (item, index) => {
      await enter();
      try {
        return await run(item, index);
      } finally {
        leave();
      }
    }),
  );
}
