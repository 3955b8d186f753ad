/**
 * Packages that only some deployments use. The deployed Worker has each bundled as a module of its own
 * (`scripts/bundle-apart.mjs`), so that a cold start does not pay for it.
 */

/** The protocol's client package. */
export const loadProtocolClient = () => import("./protocol-client.js");

/** The OAuth client package. */
export const loadOAuthClient = () => import("./oauth-client.js");
