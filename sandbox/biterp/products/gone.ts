import { Problem } from "../problems";

/** 410: the product is deleted. */
export function gone(deletedAt: string): Problem {
  return new Problem(410, "deleted", "The product is deleted.", { deleted_at: deletedAt });
}
