import { connectionsOf } from "./auth/connections";
import { personSessionsIn } from "./auth/person-sessions";
import { programTokensIn } from "./auth/program-tokens";
import { oauthProvider, type TokenHolder } from "./auth/provider";
import { revokedBy } from "./auth/revocation";
import {
  canDo,
  configuredEndpoint,
  connectTo,
  type EndpointOf,
  remoteSignInOf,
  type Sandbox,
  signInOf,
  signInVault,
} from "./backend";
import type { Capabilities } from "./biterp/capabilities";
import { SignInRefused } from "./biterp/port";
import { type Config, configOf, isRemote } from "./config";
import { type RequestEnv, safeEnv } from "./context";
import { evidenceIn } from "./evidence/store";
import { approvalsWith } from "./http/approvals";
import { afterEnd } from "./http/connections";
import { eraseSessions } from "./http/erase";
import { front } from "./http/front";
import { mcpEndpoint } from "./http/mcp";
import { pagesApp } from "./http/pages";
import { approvePath } from "./http/pages/approve";
import { limited } from "./http/rate-limit";
import { logFault } from "./log";
import { type Language, languageOf } from "./messages";
import { sessionOf } from "./session/client";
import { sessionObject } from "./session/object";
import type { ItemExecutor } from "./session/parts";
import { rememberedToken } from "./session/token-cache";
import { rightsOf } from "./tenancy/rights";
import type { Caller } from "./tool/context";
import type { ToolDeclaration } from "./tool/declaration";
import { offered } from "./tool/offer";
import { registry } from "./tools/registry";

/** What may be put in the place of the usual, or beside it. */
export interface Seams {
  /** Where bitERP is reached. Default: where the configuration says, and the sandbox where it says nothing. */
  endpoint?: EndpointOf;
  /** The tools. */
  registry?: readonly ToolDeclaration[];
  /** A bitERP of its own that serves where no other is configured; production has none. */
  sandbox?: Sandbox;
}

/** How long evidence is kept, in days. */
const EVIDENCE_DAYS = 90;

const onFault = (error: unknown, requestId: string) =>
  logFault("request_fault", error, { request_id: requestId });

/** The whole Worker, put together: the handlers and the session object's class. */
export function compose(seams: Seams = {}) {
  const { sandbox, endpoint = configuredEndpoint(sandbox), registry: tools = registry } = seams;
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  /** The tools per what bitERP can do; the same objects each time, because what is published is kept by them. */
  const offers = new Map<Capabilities, readonly ToolDeclaration[]>();
  const offer = (config: Config) => {
    const can = canDo(config);
    const known = offers.get(can) ?? offered(tools, can);
    offers.set(can, known);
    return known;
  };
  const wordingOf = (config: Config, tool: string) =>
    offer(config).find(({ name }) => name === tool)?.wording ?? { question: () => "" };
  const connect = connectTo(endpoint);

  /** A token of the session object, from this isolate's memory where it is fresh. */
  const sessionToken = (env: Env, { userId, clientId }: TokenHolder) => {
    const key = JSON.stringify([userId, clientId]);
    return (refused?: string) =>
      rememberedToken(key, refused, (stale) => sessionOf(env, userId, clientId).signInToken(stale));
  };

  const toolContext = (env: RequestEnv, caller: Caller) => {
    const { config, requestId, traceparent } = env.CONTEXT;
    const { userId, clientId, language } = caller;
    const remoteToken = sessionToken(env, caller);
    const { erp, close } = connect(env, { userId, language, requestId, traceparent, remoteToken });
    return {
      caller,
      requestId,
      traceparent,
      erp,
      ...(close && { close }),
      rights: rightsOf(erp, `${userId} ${caller.connectionId}`, config.rightsTtlSeconds),
      session: sessionOf(env, userId, clientId),
      otherSession: (other: string) => sessionOf(env, userId, other),
      evidence: evidenceIn(env.DB),
      wordingOf: (tool: string) => wordingOf(config, tool),
      permissionOf: (tool: string) => byName.get(tool)?.permission,
      approvalUrl: (operationId: string) => `${config.publicUrl.origin}${approvePath(operationId)}`,
    };
  };

  const remote = (env: Env) => remoteSignInOf(env, connect);

  /** bitERP for somebody at a page, who has no connection yet. */
  const atPage = (env: RequestEnv, session: { userId: string; browser: string }, language: Language) => {
    const remoteToken = async (refused?: string) => {
      const token = await remote(env)?.tokenFor(session.browser, refused);
      if (token === undefined) throw new SignInRefused();
      return token;
    };
    const { userId } = session;
    return connect(env, { userId, language, requestId: env.CONTEXT.requestId, remoteToken }).erp;
  };

  const authorization = oauthProvider({
    mcp: limited(mcpEndpoint({ registry: offer, toolContext })),
    stillSignedIn: async (env, { userId, clientId }) =>
      !isRemote(configOf(env)) || sessionOf(env, userId, clientId).hasSignIn(),
    pages: pagesApp({
      onFault,
      remote,
      users: async (env) => (await sandbox?.users(env)) ?? [],
      wordingOf: (env, tool) => wordingOf(configOf(env), tool),
      approvals: approvalsWith((env, holder) => {
        const { userId } = holder;
        const { requestId } = env.CONTEXT;
        return connect(env, { userId, language: "en", requestId, remoteToken: sessionToken(env, holder) })
          .erp;
      }),
      tenantsOf: (env, session, language) => atPage(env, session, languageOf(language)).tenants(),
      profileOf: (env, session) => atPage(env, session, "en").me(),
      async rememberConnection(env, { session, email, clientId, connectionId, mode }) {
        const { userId } = session;
        await personSessionsIn(env.DB).opened({ userId, clientId }, email);
        const own = sessionOf(env, userId, clientId);
        const signIn = remote(env);
        if (signIn) await own.keepSignIn(await signIn.takeOver(session.browser));
        await own.setMode(connectionId, mode);
      },
    }),
  });

  /** Serves a request; what hangs on a connection that its client gives back ends with it. */
  const served = async (request: Request, env: RequestEnv, ctx: ExecutionContext) => {
    const revoked = await revokedBy(request);
    if (!revoked) return authorization.fetch(request, env, ctx);
    const helpers = authorization.helpers(env);
    const own = await connectionsOf(helpers, env.DB, revoked.userId);
    // What a token says of itself is anybody's word: only for a connection that there was is there something to end.
    const connection = own.find(
      (one) => one.grantId === revoked.grantId && one.clientId === revoked.clientId,
    );
    const response = await authorization.fetch(request, env, ctx);
    if (connection && response.ok) await afterEnd(helpers, env, { ...revoked, ...connection });
    return response;
  };

  const executors = Object.fromEntries(
    tools.flatMap((tool): [string, ItemExecutor][] =>
      tool.execute ? [[tool.name, { execute: tool.execute }]] : [],
    ),
  );

  return {
    Session: sessionObject({
      executors,
      connect: (env, caller) => connect(safeEnv(env), caller),
      evidence: (env) => evidenceIn(safeEnv(env).DB),
      signIn: (env) => signInOf(safeEnv(env)),
    }),
    handlers: {
      fetch: (request: Request, env: Env, ctx: ExecutionContext) => front(request, env, ctx, served, onFault),

      /**
       * Daily: evidence that is old enough goes, what the sign-in left behind, and what sessions hold of people who
       * were erased or are connected no more. Each step is tried, whatever becomes of the others.
       * @throws AggregateError of what failed, by which Cloudflare counts the run as failed
       */
      async scheduled(_controller: ScheduledController, bindings: Env): Promise<void> {
        const env = safeEnv(bindings);
        const steps: Record<string, () => Promise<unknown>> = {
          evidence: () => evidenceIn(env.DB).eraseBefore(new Date(Date.now() - EVIDENCE_DAYS * 86_400_000)),
          sign_ins: () => remote(env)?.sweep() ?? signInVault(env).sweep(),
          purge: () => authorization.purge(env),
          tokens: () => programTokensIn(env.DB).sweep(),
          idle: () => personSessionsIn(env.DB).listIdle(),
          sessions: () => eraseSessions(env, authorization.helpers(env)),
          forgotten: () => personSessionsIn(env.DB).sweep(),
        };
        const failed: unknown[] = [];
        for (const [step, run] of Object.entries(steps)) {
          await run().catch((error: unknown) => {
            logFault("scheduled_fault", error, { step });
            failed.push(error);
          });
        }
        if (failed.length > 0) throw new AggregateError(failed, "some of the daily steps failed");
      },
    },
  };
}
