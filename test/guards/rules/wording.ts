type Catalog = Record<string, (values: never) => unknown>;

/** Stands for every value a message may ask for: a text, a number, a list, an object with any key. */
const anything: unknown = new Proxy(() => undefined, {
  get(_, key) {
    if (key === Symbol.toPrimitive) return () => "1";
    if (key === Symbol.iterator) return function* () {};
    return anything;
  },
  apply: () => anything,
});

/** Messages that one language lacks or says nothing in. */
export function wordingFaults(name: string, both: Record<string, Catalog>): string[] {
  const languages = Object.keys(both);
  const keys = new Set(languages.flatMap((language) => Object.keys(both[language] ?? {})));
  return [...keys].flatMap((key) =>
    languages.flatMap((language) => {
      const message = both[language]?.[key];
      if (!message) return [`${name} ${key}: missing in ${language}`];
      try {
        return String(message(anything as never)).trim() === ""
          ? [`${name} ${key}: empty in ${language}`]
          : [];
      } catch {
        // A value that must be a real date, say: it has something to say, then.
        return [];
      }
    }),
  );
}
