import { both } from "./both";

/** Wording: pages. */
export const pageMessages = both({
  en: {
    "pages.placeholder": (_: Record<string, never>) => "",
  },
  "pt-BR": {
    "pages.placeholder": () => "",
  },
});
