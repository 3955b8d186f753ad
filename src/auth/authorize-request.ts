import {
  AuthorizationError,
  type AuthorizationErrorCode,
  type AuthRequest,
  authorizationErrorRedirect,
  CimdFetchError,
  type OAuthHelpers,
} from "@cloudflare/workers-oauth-provider";
import type { Config } from "../config";
import { canBeClient, documentFailed, isDocument, isPublicAddress, readsDocuments } from "./client-documents";
import { type ConsentRequest, consentRequestOf } from "./consent-form";
import { mayReceiveCode } from "./redirect";

/** An authorization request is good, or is answered to the client, or (no safe way back to it) to the person. */
export type Asked =
  | { kind: "good"; request: ConsentRequest }
  | { kind: "back"; location: string }
  | { kind: "page"; reason: "client" | "offline" | "no_documents" | "request" };

/** A SHA-256 in base64url, as S256 makes it. */
const S256_CHALLENGE = /^[A-Za-z0-9_-]{43}$/;

/**
 * Reads an authorization request. The provider lets confidential clients go without PKCE, and answers in the query
 * whatever mode was asked for; this server does neither.
 */
export async function readAuthorizeRequest(
  oauth: OAuthHelpers,
  request: Request,
  config: Config,
): Promise<Asked> {
  const query = new URL(request.url).searchParams;
  const clients = query.getAll("client_id");
  if (!clients.every(canBeClient)) return { kind: "page", reason: "client" };
  const documents = clients.filter(isDocument);
  if (documents.length > 0 && !readsDocuments(config)) return { kind: "page", reason: "no_documents" };
  if (!documents.every(isPublicAddress)) return { kind: "page", reason: "client" };
  const asked = await read(oauth, request, config, query.get("response_mode") ?? "query");
  // Refusals go to this address, too.
  const nowhere = asked.kind !== "page" && !mayReceiveCode(query.get("redirect_uri"));
  return nowhere ? { kind: "page", reason: "request" } : asked;
}

async function read(oauth: OAuthHelpers, request: Request, config: Config, mode: string): Promise<Asked> {
  let parsed: AuthRequest;
  try {
    parsed = await oauth.parseAuthRequest(request);
  } catch (error) {
    return refused(error, config);
  }
  if (!S256_CHALLENGE.test(parsed.codeChallenge ?? "") || parsed.codeChallengeMethod !== "S256") {
    return back(parsed, "invalid_request", "A code_challenge with the method S256 is required");
  }
  if (mode !== "query") return back(parsed, "invalid_request", "The response_mode must be query");
  return { kind: "good", request: consentRequestOf(parsed) };
}

function refused(error: unknown, config: Config): Asked {
  if (error instanceof CimdFetchError) {
    documentFailed(config, error);
    return { kind: "page", reason: readsDocuments(config) ? "client" : "offline" };
  }
  if (!(error instanceof AuthorizationError)) throw error;
  if (error.redirectTo !== undefined) return { kind: "back", location: error.redirectTo };
  return { kind: "page", reason: "request" };
}

function back(to: AuthRequest, code: AuthorizationErrorCode, description: string): Asked {
  return { kind: "back", location: authorizationErrorRedirect(to, code, description) };
}
