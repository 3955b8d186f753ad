import * as z from "zod";
import { hints, result, type ToolDeclaration } from "../tool/declaration";

/** Who is signed in. */
export const getUserData: ToolDeclaration = {
  name: "get_user_data",
  title: { en: "Who is signed in", "pt-BR": "Quem está conectado" },
  description: {
    en: "The signed-in bitERP user: id, e-mail, name, language and time zone.",
    "pt-BR": "O usuário do bitERP conectado: id, e-mail, nome, idioma e fuso horário.",
  },
  effect: "read",
  hints: hints(true, false, true),
  input: z.object({}),
  output: z.object({
    id: z.string(),
    email: z.string(),
    name: z.string(),
    language: z.string(),
    timezone: z.string(),
  }),
  run: async (_, context) => {
    const { id, email, name, language, timezone } = await context.erp.me();
    return result({ id, email, name, language, timezone });
  },
};
