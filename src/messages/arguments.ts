import { both } from "./both";

/** Wording for arguments that cannot be read. */
export const argumentMessages = both({
  en: {
    "argument.placeholder": (_: Record<string, never>) => "",
  },
  "pt-BR": {
    "argument.placeholder": () => "",
  },
});
