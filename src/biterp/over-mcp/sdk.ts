/** The maintained client of the protocol. It weighs as much as a third of the Worker, so it is loaded when first needed. */
export type Sdk = Pick<
  typeof import("@modelcontextprotocol/client"),
  "Client" | "StreamableHTTPClientTransport"
>;

export const loadSdk = (): Promise<Sdk> => import("@modelcontextprotocol/client");
