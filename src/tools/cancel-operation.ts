import { readArguments } from "../arguments";
import { hints, type ToolDeclaration } from "../tool/declaration";
import { setOutput } from "../tool/output";
import { operationInput, operationToDecide, writing } from "../tool/own-operation";
import { presentOperation, viewOf } from "../tool/present-operation";

/** Drops a pending operation, or stops a running one's items that have not been sent. */
export const cancelOperation: ToolDeclaration = {
  name: "cancel_operation",
  title: { en: "Cancel an operation", "pt-BR": "Cancelar uma operação" },
  description: {
    en: "Drops a pending operation. Of a running one, stops the items not sent yet; undoes nothing.",
    "pt-BR":
      "Descarta uma operação pendente. Em andamento, para os itens ainda não enviados; nada é desfeito.",
  },
  listedWith: writing,
  effect: "operation",
  hints: hints(false, false, true),
  input: operationInput,
  output: setOutput(),
  run: async (raw, context) => {
    const { operation_id } = readArguments(operationInput, raw);
    const { operation } = await operationToDecide(operation_id, context);
    const answered = await context.session.cancel(operation_id);
    return presentOperation(answered, context.wordingOf(operation.tool), viewOf(context));
  },
};
