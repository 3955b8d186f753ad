import {
  acceptedContent,
  CLIENT_CAPABILITIES_META_KEY,
  createRequestStateCodec,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type ServerContext,
} from "@modelcontextprotocol/server";
import * as z from "zod";
import { Failure } from "../errors";
import { isRecord } from "../json";
import { type Language, say } from "../messages";
import { PENDING_SECONDS } from "../multi-item/operation";
import type { Asking, Caller, QuestionAnswer } from "../tool/context";

/** What the signed state of a question holds; it is readable by the client, so nothing else goes in. */
interface QuestionState {
  operation: string;
  tool: string;
  digest: string;
}

const CONFIRM = "confirm";
const yes = z.object({ confirm: z.boolean() });

/**
 * Whether this client can be asked inside the call. A 2025 client can send state and answers too, so the era decides
 * and not their presence; a client that declared no form is refused by the transport if it is asked all the same.
 */
export function canBeAsked(era: "legacy" | "modern", context: ServerContext): boolean {
  const envelope = context.mcpReq.envelope as Record<string, unknown> | undefined;
  const capabilities = envelope?.[CLIENT_CAPABILITIES_META_KEY];
  const elicitation =
    isRecord(capabilities) && isRecord(capabilities.elicitation) && capabilities.elicitation;
  return era === "modern" && !!elicitation && (!!elicitation.form || !elicitation.url);
}

/** The way to ask this caller inside this call. @param secret root of the state's signature */
export function askingInside(context: ServerContext, caller: Caller, secret: string) {
  const codec = createRequestStateCodec<QuestionState>({
    key: `${secret}|question`,
    ttlSeconds: PENDING_SECONDS,
    bind: () => JSON.stringify([caller.userId, caller.clientId]),
  });

  const asking: Asking = {
    async answer(): Promise<QuestionAnswer | undefined> {
      const state = context.mcpReq.requestState<string>();
      if (state === undefined) return undefined;
      const opened = await codec.verify(state, context).catch(() => {
        throw Failure.of("expired", "operation.question_expired", {});
      });
      return {
        operationId: opened.operation,
        tool: opened.tool,
        digest: opened.digest,
        action: actionOf(context),
      };
    },
  };

  const ask = async (
    question: { operationId: string; digest: string; message: string },
    tool: string,
    language: Language,
  ): Promise<InputRequiredResult> => {
    const state = { operation: question.operationId, tool, digest: question.digest };
    return inputRequired({
      requestState: await codec.mint(state, context),
      inputRequests: {
        [CONFIRM]: inputRequired.elicit({
          message: question.message,
          requestedSchema: {
            type: "object",
            properties: {
              confirm: {
                type: "boolean",
                title: say(language, "operation.confirm_title", {}),
                description: say(language, "operation.confirm_description", {}),
              },
            },
            required: [CONFIRM],
          },
        }),
      },
    });
  };

  return { asking, ask };
}

/**
 * Only an acceptance that says so itself confirms, and only a plain no drops the question. A form that was sent with its
 * box not ticked is neither: whoever meant no can still say so, and whoever missed the box has lost nothing.
 */
function actionOf(context: ServerContext): QuestionAnswer["action"] {
  const responses = context.mcpReq.inputResponses;
  const answer = inputResponse(responses, CONFIRM);
  if (answer.kind !== "elicit") return "open";
  if (answer.action === "decline") return "declined";
  const content = acceptedContent(responses, CONFIRM, yes);
  if (answer.action !== "accept" || content === undefined) return "open";
  return content.confirm ? "confirmed" : "open";
}
