import { both } from "./both";
import { quote } from "./quote";

/** Wording for failures of a whole call or of one item, by any room. */
export const errorMessages = both({
  en: {
    "error.internal": (_: Record<string, never>) =>
      "Something went wrong on our side. Nothing can be said about the result; the request id finds it in the log.",
    "error.no_tool": (v: { typed: string }) =>
      `There is no tool ${quote(v.typed)}. tools/list names those there are.`,
    "error.not_found": (v: { typed: string }) => `No product in this company matches ${quote(v.typed)}.`,
    "error.deleted": (_: Record<string, never>) =>
      "This product was deleted. Where bitERP can undo that, restore_products brings it back.",
    "error.forbidden": (v: { permission: string }) =>
      `Your role in this company lacks the permission ${v.permission}.`,
    "error.tenant_required": (_: Record<string, never>) =>
      "Several companies could be meant. Say which one in tenant_id (id or slug); details.tenants lists them.",
    "error.tenant_not_found": (v: { typed: string }) =>
      `No company of yours has the id or slug ${quote(v.typed)}. details.tenants lists yours; a name is not an id.`,
  },
  "pt-BR": {
    "error.internal": () =>
      "Algo falhou do nosso lado. Nada se pode afirmar sobre o resultado; o request_id localiza a falha no log.",
    "error.no_tool": (v) => `Não existe a ferramenta ${quote(v.typed)}. tools/list traz as que existem.`,
    "error.not_found": (v) => `Nenhum produto desta empresa corresponde a ${quote(v.typed)}.`,
    "error.deleted": () =>
      "Este produto foi excluído. Onde o bitERP permite desfazer, restore_products o traz de volta.",
    "error.forbidden": (v) => `Seu papel nesta empresa não tem a permissão ${v.permission}.`,
    "error.tenant_required": () =>
      "Mais de uma empresa é possível. Informe qual em tenant_id (id ou slug); details.tenants traz a lista.",
    "error.tenant_not_found": (v) =>
      `Nenhuma empresa sua tem o id ou slug ${quote(v.typed)}. details.tenants traz as suas; um nome não é um id.`,
  },
});
