import { described, identifier, readArguments } from "../arguments";
import { visibleTenants } from "../tenancy/tenant";
import { hints, type ToolDeclaration } from "../tool/declaration";
import { placeOf } from "../tool/item-pages";
import { setOutput } from "../tool/output";
import { operationInput, unknownOperation } from "../tool/own-operation";
import { presentOperation, viewOf } from "../tool/present-operation";

const input = operationInput.extend({
  cursor: described(identifier(128).optional(), {
    en: "next_cursor of an earlier result: more items.",
    "pt-BR": "next_cursor de um resultado anterior: mais itens.",
  }),
});

/** What became of an operation, item by item, from any of the person's connections. */
export const getOperation: ToolDeclaration = {
  name: "get_operation",
  title: { en: "Look at an operation", "pt-BR": "Ver uma operação" },
  description: {
    en: "State and evidence of an operation: per item the values before, the changes, times and outcome. Kept 90 days.",
    "pt-BR":
      "Estado e evidência de uma operação: por item, valores anteriores, mudanças, horários e resultado. Guardada por 90 dias.",
  },
  effect: "read",
  hints: hints(true, false, true),
  input,
  output: setOutput(),
  run: async (raw, context) => {
    const { operation_id, cursor } = readArguments(input, raw);
    const { caller, evidence, rights } = context;
    const found = await evidence.find(operation_id, caller.userId);
    if (!found) throw unknownOperation(operation_id);
    const visible = await visibleTenants({ pinned: caller.pinned, rights });
    if (!visible.some((one) => one.tenant_id === found.place.tenant_id)) throw unknownOperation(operation_id);
    const answered = found.archived
      ? { operation: found.archived, replayed: false }
      : await context.otherSession(found.place.client_id).get(operation_id);
    const from = cursor === undefined ? undefined : placeOf(cursor, operation_id);
    const view = { ...viewOf(context, true), from };
    return presentOperation(answered, context.wordingOf(answered.operation.tool), view);
  },
};
