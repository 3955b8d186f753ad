/**
 * A person's id as this server files it. A colon separates the parts of a token and of a key, so it is written in
 * another way, and so is the sign that this way begins with: no two ids of bitERP come to the same.
 */
export function filedUserId(id: string): string {
  return id.replace(/[%:]/g, encodeURIComponent);
}

/** An e-mail as it is compared: people write their own with capitals, and without. */
export function foldedEmail(email: string): string {
  return email.trim().toLowerCase();
}
