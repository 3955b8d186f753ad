import { both } from "./both";
import { quote } from "./quote";

type Nothing = Record<string, never>;

const list = (places: number[]) => places.join(", ");
/** Items as a list on a page counts them; programs count from 0. */
const counted = (places: number[]) => list(places.map((place) => place + 1));

/** Wording for operations of many items: what is asked, and why an item was not done. */
export const operationMessages = both({
  en: {
    "server.description": (_: Nothing) =>
      "The products of your companies in bitERP: look them up, create, change, delete and restore them, many at a time.",
    "server.instructions": (_: Nothing) =>
      "Products of the user's companies in bitERP. For several products use one call of the tool for many. An answer AWAITING_CONFIRMATION has done nothing yet: show the person its items and confirmation_message, and call confirm_operation with its operation_id once they agree, or cancel_operation; with an approval_url, give them that address instead. Read every entry of results: some may have failed.",
    "operation.not_found": (v: { id: string }) => `No operation ${quote(v.id)} is known to this connection.`,
    "operation.not_recorded": (_: Nothing) =>
      "The operation could not be recorded, so nothing was asked or sent. Try again.",
    "operation.too_long": (v: { most: number }) =>
      `Nothing was done: the answer would be too long for a client to take whole. Send fewer items at a time (about ${v.most}), or shorter texts.`,
    "operation.invalid_cursor": (_: Nothing) =>
      "This cursor names no page of the operation. Leave it out to start at the first.",
    "operation.cursor_mismatch": (_: Nothing) =>
      "This cursor belongs to another operation. Leave it out to start at the first page.",
    "operation.too_many_open": (_: Nothing) =>
      "Too many questions are open. Have some confirmed or cancelled first.",
    "operation.key_reused": (_: Nothing) =>
      "This idempotency_key was used with other arguments. Use a new key for a new intention.",
    "operation.duplicate_item": (v: { others: number[] }) =>
      `Item ${counted(v.others)} of this list (index ${list(v.others)}) reaches the same record. Name it once.`,
    "operation.unknown_outcome": (_: Nothing) =>
      "The request was sent and no answer came: it may have happened. Look at the record before trying again.",
    "operation.given_up": (_: Nothing) =>
      "Something of ours broke each time this was tried, and the item was never sent. Nothing happened to it.",
    "operation.twin": (_: Nothing) =>
      "These very words were sent a moment ago, so what was created then is shown and nothing was created twice. To really create another, call again with a new idempotency_key.",
    "operation.cancelled_item": (_: Nothing) => "The operation was stopped before this item was sent.",
    "operation.sign_in_ended": (_: Nothing) =>
      "The sign-in at bitERP has ended, so this item was not done. Connect again.",
    "operation.not_eligible": (v: { reason: string }) =>
      `The item was marked as not eligible (${quote(v.reason)}), so it was left out.`,
    "operation.wrong_answer": (_: Nothing) =>
      "This answer belongs to another question. Call the tool again to be asked anew.",
    "operation.question_expired": (_: Nothing) =>
      "The question is too old. Call the tool again to be asked anew.",
    "operation.left_out": (v: { count: number }) =>
      v.count === 1 ? "1 item is left out." : `${v.count} items are left out.`,
    "operation.as_asked": (v: { count: number }) =>
      v.count === 1 ? "1 already is so." : `${v.count} already are so.`,
    "operation.nothing_to_do": (v: { state: string }) => `${v.state}, nothing to do`,
    "operation.scope_missing": (v: { permission: string }) =>
      `This connection does not allow it; connect again and allow ${v.permission}.`,
    "operation.unsure": (v: { warnings: string[] }) => `Please check: ${v.warnings.join("; ")}.`,
    "operation.said": (v: { typed: string }) => `said: ${v.typed}`,
    "operation.awaiting": (v: { question: string; until: string }) =>
      `${v.question} Nothing has been done yet. The question is open until ${v.until}.`,
    "operation.awaiting_page": (v: { question: string; until: string; page: string }) =>
      `${v.question} Nothing has been done yet. Only the person can approve it, on this page: ${v.page} (open until ${v.until}). Afterwards, get_operation tells what was done.`,
    "operation.expired": (_: Nothing) =>
      "The question expired and nothing was done. Call the tool again to be asked anew.",
    "operation.dropped": (_: Nothing) => "The operation was dropped and nothing was done.",
    "operation.running": (_: Nothing) => "The operation is still running; get_operation tells how it goes.",
    "operation.confirm_title": (_: Nothing) => "Confirm",
    "operation.confirm_description": (_: Nothing) => "Only yes carries it out.",
  },
  "pt-BR": {
    "server.description": () =>
      "Os produtos das suas empresas no bitERP: consultar, criar, alterar, excluir e restaurar, muitos de uma vez.",
    "server.instructions": () =>
      "Produtos das empresas do usuário no bitERP. Para vários produtos, use uma só chamada da ferramenta de vários. Uma resposta AWAITING_CONFIRMATION ainda não fez nada: mostre à pessoa os items e a confirmation_message e chame confirm_operation com o operation_id quando ela concordar, ou cancel_operation; havendo approval_url, passe a ela esse endereço em vez disso. Leia cada item de results: alguns podem ter falhado.",
    "operation.not_found": (v) => `Nenhuma operação ${quote(v.id)} é conhecida por esta conexão.`,
    "operation.not_recorded": () =>
      "Não foi possível registrar a operação, então nada foi perguntado nem enviado. Tente de novo.",
    "operation.too_long": (v) =>
      `Nada foi feito: a resposta seria longa demais para um cliente receber inteira. Envie menos itens por vez (cerca de ${v.most}) ou textos mais curtos.`,
    "operation.invalid_cursor": () =>
      "Este cursor não é de nenhuma página da operação. Deixe-o de fora para começar pela primeira.",
    "operation.cursor_mismatch": () =>
      "Este cursor é de outra operação. Deixe-o de fora para começar pela primeira página.",
    "operation.too_many_open": () =>
      "Há perguntas demais em aberto. Primeiro, que algumas sejam confirmadas ou canceladas.",
    "operation.key_reused": () =>
      "Esta idempotency_key já foi usada com outros argumentos. Use uma chave nova para uma nova intenção.",
    "operation.duplicate_item": (v) =>
      `O item ${counted(v.others)} desta lista (índice ${list(v.others)}) chega ao mesmo registro. Cite-o uma vez só.`,
    "operation.unknown_outcome": () =>
      "O pedido foi enviado e não houve resposta: pode ter acontecido. Confira o registro antes de tentar de novo.",
    "operation.given_up": () =>
      "Algo do nosso lado falhou em cada tentativa, e o item nunca foi enviado. Nada aconteceu com ele.",
    "operation.twin": () =>
      "As mesmas palavras foram enviadas há pouco: o que foi criado então é mostrado e nada foi criado duas vezes. Para criar mesmo outro, chame de novo com uma idempotency_key nova.",
    "operation.cancelled_item": () => "A operação foi interrompida antes que este item fosse enviado.",
    "operation.sign_in_ended": () =>
      "O acesso ao bitERP terminou, então este item não foi feito. Conecte de novo.",
    "operation.not_eligible": (v) =>
      `O item veio marcado como não elegível (${quote(v.reason)}) e ficou de fora.`,
    "operation.wrong_answer": () => "Esta resposta é de outra pergunta. Chame a ferramenta de novo.",
    "operation.question_expired": () => "A pergunta é antiga demais. Chame a ferramenta de novo.",
    "operation.left_out": (v) => (v.count === 1 ? "1 item fica de fora." : `${v.count} itens ficam de fora.`),
    "operation.as_asked": (v) => (v.count === 1 ? "1 já está assim." : `${v.count} já estão assim.`),
    "operation.nothing_to_do": (v) => `${v.state}, nada a fazer`,
    "operation.scope_missing": (v) =>
      `Esta conexão não permite isto; conecte de novo e permita ${v.permission}.`,
    "operation.unsure": (v) => `Confira: ${v.warnings.join("; ")}.`,
    "operation.said": (v) => `dito: ${v.typed}`,
    "operation.awaiting": (v) => `${v.question} Nada foi feito ainda. A pergunta vale até ${v.until}.`,
    "operation.awaiting_page": (v) =>
      `${v.question} Nada foi feito ainda. Só a pessoa pode aprovar, nesta página: ${v.page} (vale até ${v.until}). Depois, get_operation diz o que foi feito.`,
    "operation.expired": () =>
      "A pergunta expirou e nada foi feito. Chame a ferramenta de novo para perguntar outra vez.",
    "operation.dropped": () => "A operação foi descartada e nada foi feito.",
    "operation.running": () => "A operação ainda está em andamento; get_operation diz como está.",
    "operation.confirm_title": () => "Confirmar",
    "operation.confirm_description": () => "Só um sim executa.",
  },
});
