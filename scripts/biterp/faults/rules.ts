import type { Action, Rule } from "./switches.ts";

/** A request as rules see it. */
export interface Arrived {
  method: string;
  /** With its query. */
  path: string;
  body: string;
}

/** A rule and how often it has fitted and fired. */
export interface CountedRule extends Rule {
  fitted: number;
  fired: number;
}

function fires(rule: CountedRule, { method, path, body }: Arrived): boolean {
  if (path.startsWith("/oauth") && !rule.path?.startsWith("/oauth")) return false;
  if (rule.method !== undefined && rule.method !== method) return false;
  if (rule.path !== undefined && !path.includes(rule.path)) return false;
  if (rule.body !== undefined && !body.includes(rule.body)) return false;
  rule.fitted++;
  if (rule.nth !== undefined && ![rule.nth].flat().includes(rule.fitted)) return false;
  if (rule.every !== undefined && rule.fitted % rule.every !== 0) return false;
  if (rule.times !== undefined && rule.fired >= rule.times) return false;
  rule.fired++;
  return true;
}

/** The action of the first rule that fires. Each rule counts each request it fits, also when an earlier one answers. */
export function actionOf(rules: CountedRule[], arrived: Arrived): Action | undefined {
  return rules.filter((rule) => fires(rule, arrived))[0]?.action;
}
