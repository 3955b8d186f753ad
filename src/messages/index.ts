import { argumentMessages } from "./arguments";
import { bitErpMessages } from "./biterp";
import { errorMessages } from "./errors";
import { operationMessages } from "./operations";
import { pageMessages } from "./pages";
import { productMessages } from "./products";
import { programMessages } from "./programs";

/** The languages that everything a person or model reads exists in. */
export const languages = ["pt-BR", "en"] as const;
export type Language = (typeof languages)[number];

const en = {
  ...argumentMessages.en,
  ...bitErpMessages.en,
  ...errorMessages.en,
  ...operationMessages.en,
  ...pageMessages.en,
  ...productMessages.en,
  ...programMessages.en,
};
type Catalog = typeof en;

const catalogs: Record<Language, Catalog> = {
  en,
  "pt-BR": {
    ...argumentMessages["pt-BR"],
    ...bitErpMessages["pt-BR"],
    ...errorMessages["pt-BR"],
    ...operationMessages["pt-BR"],
    ...pageMessages["pt-BR"],
    ...productMessages["pt-BR"],
    ...programMessages["pt-BR"],
  },
};

export type MessageKey = keyof Catalog;
/** What a message needs to be said; plain JSON, because stored failures keep it. */
export type MessageValues<K extends MessageKey> = Parameters<Catalog[K]>[0];

/** Says one message in one language. */
export function say<K extends MessageKey>(language: Language, key: K, values: MessageValues<K>): string {
  const message = catalogs[language][key] as (values: MessageValues<K>) => string;
  return message(values);
}

/** The catalogue language for a user's language tag: Portuguese of any kind is pt-BR, everything else English. */
export function languageOf(tag: string | undefined): Language {
  return tag?.toLowerCase().startsWith("pt") ? "pt-BR" : "en";
}
