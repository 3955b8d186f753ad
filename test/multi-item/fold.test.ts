import { describe, expect, it } from "vitest";
import { fold } from "../../src/text";

describe("what the eye does not tell apart", () => {
  it.each<[string, string]>([
    ["Ação", "ACAO"],
    ["Açucar".normalize("NFD"), "açucar"],
    ["  Copo \t\u00a0azul ", "copo azul"],
    ["Co\u200bpo\u00ad", "copo"],
    ["Copo e Pires.", "Copo e Pires"],
    ["6 un.", "6un"],
    ["Fita – larga", "Fita - larga"],
    ["Fita − larga", "Fita — larga"],
    ['Cano 1/2"', "Cano 1/2″"],
    ['Cano 1/2"', "Cano 1/2''"],
    ['Cano 1/2 "', "Cano 1/2”"],
    ["Copo d'água", "Copo d’água"],
    ["Copo d'água", "Copo d´água"],
    ["Suco 1,5L", "Suco 1.5 l"],
    ["Arroz 5 kg", "Arroz 5kg"],
    ["Nº 5", "No 5"],
    ["1ª linha", "1a linha"],
    ["Joelho 90°", "Joelho 90º"],
    ["Forno 90 °C", "Forno 90ºC"],
    ["Piso m²", "Piso m2"],
    ["ﬁta", "fita"],
    ["Ｃｏｐｏ", "copo"],
    ["½ litro", "1/2 litro"],
    ["10×20", "10x20"],
    ["…", "..."],
  ])("%j is %j", (one, other) => expect(fold(one)).toBe(fold(other)));

  it.each<[string, string]>([
    ["Cano 1²", "Cano 12"],
    ["Cano 1½", "Cano 11/2"],
    ["Saco 1.000 g", "Saco 1,000 g"],
    ["Saco 1.5", "Saco 15"],
    ["пои", "пой"],
    ["की", "कि"],
    ["Copo 1 azul", "Copo 1azul"],
    ['Placa 5 "A"', 'Placa 5"A"'],
    [".", ""],
  ])("%j is not %j", (one, other) => expect(fold(one)).not.toBe(fold(other)));

  it("is the same when folded again", () => {
    for (const text of ["1²³ ½ 1½", "A ..", "5 g g", "'''a'''", "1,5,000.000,1", "Ǆ ﬀ ﷺ İ ß", "2 ' \" m"])
      expect(fold(fold(text))).toBe(fold(text));
  });
});
