import { readArguments } from "../arguments";
import { hints, type ToolDeclaration } from "../tool/declaration";
import { setOutput } from "../tool/output";
import { operationInput, operationToDecide, writing } from "../tool/own-operation";
import { presentOperation, viewOf } from "../tool/present-operation";

/** Executes an operation the person has agreed to. */
export const confirmOperation: ToolDeclaration = {
  name: "confirm_operation",
  title: { en: "Confirm an operation", "pt-BR": "Confirmar uma operação" },
  description: {
    en: "Carries out a pending operation once the person has agreed to its confirmation_message.",
    "pt-BR": "Executa uma operação pendente depois que a pessoa concordou com a confirmation_message.",
  },
  listedWith: writing,
  effect: "operation",
  hints: hints(false, true, true),
  input: operationInput,
  output: setOutput(),
  run: async (raw, context) => {
    const { operation_id } = readArguments(operationInput, raw);
    const { operation } = await operationToDecide(operation_id, context);
    const answered = await context.session.execute(
      operation_id,
      context.caller.connectionId,
      context.progress,
    );
    return presentOperation(answered, context.wordingOf(operation.tool), viewOf(context));
  },
};
