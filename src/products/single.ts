import type { Resolution } from "../multi-item/item";

/**
 * A write of one product that nobody was shown beforehand: there is no state it could have been decided on, so it is
 * not refused because of one.
 */
export function lastWriteWins(resolution: Resolution): Resolution {
  if (resolution.kind !== "actionable") return resolution;
  const { etag: _, ...target } = resolution.target;
  return { ...resolution, target };
}
