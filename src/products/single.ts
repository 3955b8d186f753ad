import type { Resolution } from "../multi-item/item";

/**
 * A write of one product, which usually nobody is shown beforehand: then there is no state it could have been decided on,
 * so it is not refused because of one. Where a person is asked, it is like every other.
 */
export function lastWriteWins(resolution: Resolution): Resolution {
  if (resolution.kind !== "actionable") return resolution;
  return { ...resolution, target: { ...resolution.target, only_if_asked: true } };
}
