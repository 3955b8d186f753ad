import { type Permission, permissions } from "../biterp/port";

/**
 * The scopes the person is offered: those the client asked for, in our order. A client that names none of ours
 * (nothing at all, or only `offline_access`) is offered all; the person still decides.
 */
export function offeredScopes(requested: readonly string[]): Permission[] {
  const known = permissions.filter((permission) => requested.includes(permission));
  return known.length > 0 ? known : [...permissions];
}

/** What the person left ticked. Nothing that was not offered gets in. */
export function chosenScopes(offered: readonly Permission[], ticked: readonly string[]): Permission[] {
  return offered.filter((scope) => ticked.includes(scope));
}
