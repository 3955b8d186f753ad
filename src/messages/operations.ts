import { both } from "./both";

/** Wording: operations. */
export const operationMessages = both({
  en: {
    "operations.placeholder": (_: Record<string, never>) => "",
  },
  "pt-BR": {
    "operations.placeholder": () => "",
  },
});
