import { both } from "./both";
import { quote } from "./quote";

/** What a parameter can be expected to be. */
export type Expected = "text" | "identifier" | "number" | "boolean" | "money" | "list" | "object";

const expectedEn: Record<Expected, string> = {
  text: "text",
  identifier: 'text, e.g. "123"',
  number: "a whole number, e.g. 20",
  boolean: "true or false",
  money: "an amount with at most two decimals, e.g. 19.90",
  list: 'a JSON array, e.g. [{"name": "…"}]',
  object: 'a JSON object, e.g. {"name": "…"}',
};
const expectedPt: Record<Expected, string> = {
  text: "texto",
  identifier: 'texto, p. ex. "123"',
  number: "um número inteiro, p. ex. 20",
  boolean: "true ou false",
  money: "um valor com no máximo duas casas decimais, p. ex. 19,90",
  list: 'um array JSON, p. ex. [{"name": "…"}]',
  object: 'um objeto JSON, p. ex. {"name": "…"}',
};

/**
 * An amount as people of the language write it, with two decimals or as many as it has: `1.234,56`, `1,234.56`.
 * Not a currency format: a reading may have three decimals, and the person typed no currency.
 */
function amountText(value: number, language: "en" | "pt-BR"): string {
  const [whole = "0", fraction = ""] = String(value).split(".");
  const [group, decimal] = language === "en" ? [",", "."] : [".", ","];
  return whole.replace(/\B(?=(\d{3})+$)/g, group) + decimal + fraction.padEnd(2, "0");
}

const quoted = (keys: string[]) => keys.map((key) => quote(key)).join(", ");
const listed = (keys: string[], none: string) => keys.join(", ") || none;
const en = (value: number) => amountText(value, "en");
const pt = (value: number) => amountText(value, "pt-BR");

type OfMoney = { parameter: string; typed: string };

/** Wording for arguments that cannot be read. */
export const argumentMessages = both({
  en: {
    "argument.expected": (v: { parameter: string; expected: Expected; typed: string | null }) =>
      `${v.parameter || "The arguments"} must be ${expectedEn[v.expected]}` +
      `${v.typed === null ? "." : `, not ${quote(v.typed)}.`}`,
    "argument.bad_json": (v: { parameter: string; expected: "list" | "object" }) =>
      `${v.parameter || "The arguments"} came as text that is not valid JSON. Send ${expectedEn[v.expected]}.`,
    "argument.missing": (v: { parameter: string }) => `${v.parameter} is required and was left out or blank.`,
    "argument.invalid": (v: { parameter: string }) =>
      `${v.parameter || "The call"} is not valid as it was sent.`,
    "argument.unknown_keys": (v: { keys: string[]; valid: string[]; inside: string }) =>
      `Unknown: ${quoted(v.keys)}${v.inside ? ` in ${v.inside}` : ""}. Valid here: ${listed(v.valid, "nothing")}.`,
    "argument.one_of": (v: { parameter: string; typed: string; options: string[] }) =>
      `${v.parameter} must be one of ${v.options.join(", ")}, not ${quote(v.typed)}.`,
    "argument.lost_digits": (v: { parameter: string }) =>
      `${v.parameter} came as a number too large to be exact: digits are lost. Send it as text, in quotes.`,
    "argument.out_of_range": (v: { parameter: string; min: number; max: number }) =>
      `${v.parameter} must be a whole number from ${v.min} to ${v.max}.`,
    "argument.control_characters": (v: { parameter: string }) =>
      `${v.parameter} holds a line break or another control character; write it on one line.`,
    "argument.too_long": (v: { parameter: string; max: number; length: number }) =>
      `${v.parameter} has ${v.length} characters; at most ${v.max} are allowed.`,
    "argument.item_count": (v: { parameter: string; min: number; max: number; given: number }) =>
      `${v.parameter} must be a JSON array of ${v.min} to ${v.max} items; it has ${v.given}.`,
    "argument.money_ambiguous": (v: OfMoney & { thousands: number; decimal: number }) =>
      `${v.parameter}: ${quote(v.typed)} can mean ${en(v.thousands)} or ${en(v.decimal)}. ` +
      "Ask the person which, then send a plain JSON number with at most two decimals.",
    "argument.money_decimals": (v: OfMoney) =>
      `${v.parameter}: ${quote(v.typed)} has more than two decimals. Send an amount with at most two, e.g. 19.90.`,
    "argument.money_negative": (v: OfMoney) =>
      `${v.parameter}: ${quote(v.typed)} is negative. Send 0 or more.`,
    "argument.money_too_high": (v: { parameter: string; max: number }) =>
      `${v.parameter} may be at most ${en(v.max)}.`,
  },
  "pt-BR": {
    "argument.expected": (v) =>
      `${v.parameter || "O conjunto de argumentos"} deve ser ${expectedPt[v.expected]}` +
      `${v.typed === null ? "." : `, e não ${quote(v.typed)}.`}`,
    "argument.bad_json": (v) =>
      `${v.parameter || "O conjunto de argumentos"} chegou como texto que não é JSON válido. ` +
      `Envie ${expectedPt[v.expected]}.`,
    "argument.missing": (v) => `${v.parameter} é obrigatório e não foi informado ou está em branco.`,
    "argument.invalid": (v) => `${v.parameter || "A chamada"} não é válido(a) como foi enviado(a).`,
    "argument.unknown_keys": (v) =>
      `Desconhecido: ${quoted(v.keys)}${v.inside ? ` em ${v.inside}` : ""}. Aceitos aqui: ${listed(v.valid, "nenhum")}.`,
    "argument.one_of": (v) =>
      `${v.parameter} deve ser um destes: ${v.options.join(", ")}; e não ${quote(v.typed)}.`,
    "argument.lost_digits": (v) =>
      `${v.parameter} chegou como número grande demais para ser exato: perderam-se dígitos. Envie como texto, entre aspas.`,
    "argument.out_of_range": (v) => `${v.parameter} deve ser um número inteiro de ${v.min} a ${v.max}.`,
    "argument.control_characters": (v) =>
      `${v.parameter} traz uma quebra de linha ou outro caractere de controle; escreva em uma linha só.`,
    "argument.too_long": (v) => `${v.parameter} tem ${v.length} caracteres; o máximo é ${v.max}.`,
    "argument.item_count": (v) =>
      `${v.parameter} deve ser um array JSON de ${v.min} a ${v.max} itens; tem ${v.given}.`,
    "argument.money_ambiguous": (v) =>
      `${v.parameter}: ${quote(v.typed)} pode significar ${pt(v.thousands)} ou ${pt(v.decimal)}. ` +
      "Pergunte à pessoa qual deles e envie um número JSON simples com no máximo duas casas decimais.",
    "argument.money_decimals": (v) =>
      `${v.parameter}: ${quote(v.typed)} tem mais de duas casas decimais. Envie um valor com no máximo duas, p. ex. 19,90.`,
    "argument.money_negative": (v) => `${v.parameter}: ${quote(v.typed)} é negativo. Envie 0 ou mais.`,
    "argument.money_too_high": (v) => `${v.parameter} pode ser no máximo ${pt(v.max)}.`,
  },
});
