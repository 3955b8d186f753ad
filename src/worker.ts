import { oauthProvider } from "./auth/provider";
import { bundledBitErp, sandboxUsers } from "./biterp/bundled";
import { createBitErpClient } from "./biterp/client";
import type { BitErpEndpoint } from "./biterp/endpoint";
import type { Permission } from "./biterp/port";
import { type Config, configOf } from "./config";
import { evidenceIn } from "./evidence/store";
import { front } from "./http/front";
import { mcpEndpoint } from "./http/mcp";
import { pagesApp } from "./http/pages";
import { logFault } from "./log";
import { type Language, languageOf } from "./messages";
import { sessionOf } from "./session/client";
import { sessionObject } from "./session/object";
import type { Connection, ItemExecutor, OnBehalfOf } from "./session/parts";
import { rightsOf } from "./tenancy/rights";
import type { Caller } from "./tool/context";
import type { ToolDeclaration } from "./tool/declaration";
import { registry } from "./tools/registry";

/** What a test may put in the place of the real thing. */
export interface Seams {
  /** Where bitERP is reached. */
  endpoint(env: Env, config: Config): BitErpEndpoint;
  /** The tools. */
  registry: readonly ToolDeclaration[];
}

const real: Seams = {
  endpoint: (env, config) => bundledBitErp(env, config.signingSecret),
  registry,
};

/** How long evidence is kept, in days. */
const EVIDENCE_DAYS = 90;

const onFault = (error: unknown) => logFault("request_fault", error, {});

/** The whole Worker, put together: the handlers and the session object's class. */
export function compose(seams: Partial<Seams> = {}) {
  const { endpoint, registry: tools } = { ...real, ...seams };
  const byName = new Map(tools.map((tool) => [tool.name, tool]));

  const connect = (env: Env, caller: OnBehalfOf): Connection => {
    const place = endpoint(env, configOf(env));
    return {
      erp: createBitErpClient({ endpoint: place, ...caller }),
      honoursIdempotencyKeys: place.honoursIdempotencyKeys,
    };
  };

  const toolContext = (
    env: Env,
    config: Config,
    caller: Caller,
    requestId: string,
    traceparent: string | undefined,
  ) => {
    const { erp } = connect(env, {
      userId: caller.userId,
      language: caller.language,
      requestId,
      traceparent,
    });
    return {
      caller,
      requestId,
      traceparent,
      erp,
      rights: rightsOf(erp, `${caller.userId} ${caller.connectionId}`, config.rightsTtlSeconds),
      session: sessionOf(env, caller.userId, caller.clientId),
      otherSession: (clientId: string) => sessionOf(env, caller.userId, clientId),
      evidence: evidenceIn(env.DB),
      wordingOf: (tool: string) => byName.get(tool)?.wording ?? { question: () => "" },
      permissionOf: (tool: string): Permission | undefined => byName.get(tool)?.permission,
    };
  };

  const erpFor = (env: Env, userId: string, language: Language) =>
    connect(env, { userId, language, requestId: crypto.randomUUID() }).erp;

  const authorization = oauthProvider({
    mcp: mcpEndpoint({ registry: tools, toolContext }),
    pages: pagesApp({
      onFault,
      users: (env) => sandboxUsers(env.DB),
      tenantsOf: (env, userId, language) => erpFor(env, userId, languageOf(language)).tenants(),
      profileOf: (env, userId) => erpFor(env, userId, "en").me(),
      rememberConnection: (env, { userId, clientId, mode }) => sessionOf(env, userId, clientId).setMode(mode),
    }),
  });

  const executors = Object.fromEntries(
    tools.flatMap((tool): [string, ItemExecutor][] =>
      tool.execute ? [[tool.name, { execute: tool.execute }]] : [],
    ),
  );

  return {
    Session: sessionObject({ executors, connect, evidence: (env) => evidenceIn(env.DB) }),
    handlers: {
      fetch: (request: Request, env: Env, ctx: ExecutionContext) =>
        front(request, env, ctx, authorization.fetch, onFault),

      /** Daily: evidence that is old enough goes, and so does what the sign-in left behind. */
      async scheduled(_controller: ScheduledController, env: Env): Promise<void> {
        await evidenceIn(env.DB).eraseBefore(new Date(Date.now() - EVIDENCE_DAYS * 86_400_000));
        await authorization.purge(env);
      },
    },
  };
}
