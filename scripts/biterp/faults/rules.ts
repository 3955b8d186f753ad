import type { Action, Rule } from "./switches.ts";

/** A request as rules see it. */
export interface Arrived {
  method: string;
  /** With its query. */
  path: string;
  body: string;
  /** The JSON-RPC method and the tool it calls, where that is how one asks. */
  rpc?: string | undefined;
  tool?: string | undefined;
  /** Whose rate counts; absent: what the path says. */
  company?: string | undefined;
}

/** What a rule can say of the requests it is about. */
export interface Fitting {
  method?: string | undefined;
  path?: string | undefined;
  body?: string | undefined;
  rpc?: string | undefined;
  tool?: string | undefined;
  nth?: number | number[] | undefined;
  every?: number | undefined;
  times?: number | undefined;
}

/** How often a rule has fitted and fired. */
export interface Counted {
  fitted: number;
  fired: number;
}

export type CountedRule = Rule & Counted;

function fires(rule: Fitting & Counted, { method, path, body, rpc, tool }: Arrived): boolean {
  if (path.startsWith("/oauth") && !rule.path?.startsWith("/oauth")) return false;
  if (rule.method !== undefined && rule.method !== method) return false;
  if (rule.path !== undefined && !path.includes(rule.path)) return false;
  if (rule.body !== undefined && !body.includes(rule.body)) return false;
  if (rule.rpc !== undefined && rule.rpc !== rpc) return false;
  if (rule.tool !== undefined && rule.tool !== tool) return false;
  rule.fitted++;
  if (rule.nth !== undefined && ![rule.nth].flat().includes(rule.fitted)) return false;
  if (rule.every !== undefined && rule.fitted % rule.every !== 0) return false;
  if (rule.times !== undefined && rule.fired >= rule.times) return false;
  rule.fired++;
  return true;
}

/** The action of the first rule that fires. Each rule counts each request it fits, also when an earlier one answers. */
export function actionOf<A = Action>(
  rules: (Fitting & Counted & { action: A })[],
  arrived: Arrived,
): A | undefined {
  return rules.filter((rule) => fires(rule, arrived))[0]?.action;
}
