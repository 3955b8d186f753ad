import { both } from "./both";

/** Wording: biterp. */
export const bitErpMessages = both({
  en: {
    "biterp.placeholder": (_: Record<string, never>) => "",
  },
  "pt-BR": {
    "biterp.placeholder": () => "",
  },
});
