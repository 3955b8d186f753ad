import { both } from "./both";
import { quote } from "./quote";

/** Wording for what bitERP refuses, and for what becomes of a request that it does not answer. */
export const bitErpMessages = both({
  en: {
    "biterp.forbidden": (v: { permission: string }) =>
      `Your role in this company lacks a permission${v.permission ? `: ${quote(v.permission)}` : ""}. ` +
      "An administrator of the company can grant it.",
    "biterp.sku_taken": (v: { sku: string }) =>
      `${v.sku ? `The SKU ${quote(v.sku)}` : "The SKU"} belongs to another product of this company. ` +
      "Choose another SKU, or change that product.",
    "biterp.conflict": (_: Record<string, never>) =>
      "bitERP refused this: it does not fit what is stored now. Read the product and decide anew.",
    "biterp.changed": (_: Record<string, never>) =>
      "The product changed since it was shown, so nothing was written. Look at its current values and decide anew.",
    "biterp.key_reused": (_: Record<string, never>) =>
      "This idempotency key was used for something else. Use a new key for a new intention.",
    "biterp.rejected": (_: Record<string, never>) => "bitERP does not accept these values.",
    "biterp.rejected_field": (v: { field: string; reason: string }) =>
      `bitERP does not accept ${quote(v.field)}${v.reason ? ` (${quote(v.reason)})` : ""}.`,
    "biterp.invalid_cursor": (_: Record<string, never>) =>
      "This cursor was not made here. Leave it out to start at the first page.",
    "biterp.cursor_mismatch": (_: Record<string, never>) =>
      "This cursor belongs to another company, search or filter. Repeat those of its page, or leave the cursor out.",
    "biterp.rate_limited": (v: { seconds: number }) =>
      `bitERP takes no more requests for now; this was not done. Try again in ${v.seconds} s.`,
    "biterp.unavailable": (_: Record<string, never>) =>
      "bitERP cannot be reached at the moment. Nothing was changed; try again later.",
    "biterp.broken": (_: Record<string, never>) =>
      "bitERP gave an answer that cannot be understood. If it happens again, report it with the request id.",
    "biterp.failed": (_: Record<string, never>) =>
      "bitERP failed while it answered. If it happens again, report it with the request id.",
    "biterp.contradicts": (_: Record<string, never>) =>
      "bitERP accepted this, but its answer shows something else than was asked; see expected and current. " +
      "Look at the product before anything else is done.",
    "biterp.no_restore": (_: Record<string, never>) =>
      "The bitERP behind this server offers no way to restore a deleted product. Restore it in bitERP itself.",
    "biterp.unknown_outcome": (_: Record<string, never>) =>
      "The change was sent, but no clear answer came: it may have happened. Read the product before trying again.",
  },
  "pt-BR": {
    "biterp.forbidden": (v) =>
      `Falta uma permissão ao seu perfil nesta empresa${v.permission ? `: ${quote(v.permission)}` : ""}. ` +
      "Um administrador da empresa pode concedê-la.",
    "biterp.sku_taken": (v) =>
      `${v.sku ? `O SKU ${quote(v.sku)}` : "O SKU"} pertence a outro produto desta empresa. ` +
      "Escolha outro SKU ou altere aquele produto.",
    "biterp.conflict": () =>
      "O bitERP recusou: isto não combina com o que está gravado agora. Leia o produto e decida de novo.",
    "biterp.changed": () =>
      "O produto mudou desde que foi mostrado; nada foi gravado. Veja os valores atuais e decida de novo.",
    "biterp.key_reused": () =>
      "Esta chave de idempotência já foi usada para outra coisa. Use uma chave nova para uma nova intenção.",
    "biterp.rejected": () => "O bitERP não aceita estes valores.",
    "biterp.rejected_field": (v) =>
      `O bitERP não aceita ${quote(v.field)}${v.reason ? ` (${quote(v.reason)})` : ""}.`,
    "biterp.invalid_cursor": () =>
      "Este cursor não foi gerado aqui. Omita-o para começar pela primeira página.",
    "biterp.cursor_mismatch": () =>
      "Este cursor é de outra empresa, busca ou filtro. Repita os da página dele ou omita o cursor.",
    "biterp.rate_limited": (v) =>
      `O bitERP não aceita mais pedidos por ora; isto não foi feito. Tente de novo em ${v.seconds} s.`,
    "biterp.unavailable": () =>
      "O bitERP está fora de alcance no momento. Nada foi alterado; tente mais tarde.",
    "biterp.broken": () =>
      "O bitERP deu uma resposta que não se entende. Se acontecer de novo, informe o request_id.",
    "biterp.failed": () => "O bitERP falhou ao responder. Se acontecer de novo, informe o request_id.",
    "biterp.contradicts": () =>
      "O bitERP aceitou, mas a resposta mostra outra coisa do que foi pedido; veja expected e current. " +
      "Confira o produto antes de qualquer outro passo.",
    "biterp.no_restore": () =>
      "O bitERP por trás deste servidor não oferece como restaurar um produto excluído. Restaure-o no próprio bitERP.",
    "biterp.unknown_outcome": () =>
      "A alteração foi enviada, mas não veio uma resposta clara: pode ter sido feita. Leia o produto antes de repetir.",
  },
});
