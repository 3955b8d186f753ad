import { type McpServer, ResourceTemplate } from "@modelcontextprotocol/server";
import { PNG } from "./samples";

/** Resources of both kinds, one of them behind a template. */
export function addResources(server: McpServer): void {
  const plain = "text/plain";
  const texts = {
    "test://static-text": "This is the content of the static text resource.",
    "test://watched-resource": "Watched resource content",
    "test://example-resource": "Example resource content",
  };
  for (const [uri, text] of Object.entries(texts)) {
    server.registerResource(uri, uri, { description: "Fixed text", mimeType: plain }, () => ({
      contents: [{ uri, mimeType: plain, text }],
    }));
  }

  const binary = "test://static-binary";
  const mimeType = "image/png";
  server.registerResource(binary, binary, { description: "Fixed bytes", mimeType }, () => ({
    contents: [{ uri: binary, mimeType, blob: PNG }],
  }));

  server.registerResource(
    "template",
    new ResourceTemplate("test://template/{id}/data", { list: undefined }),
    { description: "Text by id", mimeType: "application/json" },
    (uri, { id }) => ({
      contents: [
        { uri: uri.href, mimeType: "application/json", text: JSON.stringify({ id, data: `Data for ${id}` }) },
      ],
    }),
  );

  // Taken note of by nobody: a stateless server has no stream to tell changes on.
  server.server.setRequestHandler("resources/subscribe", () => ({}));
  server.server.setRequestHandler("resources/unsubscribe", () => ({}));
}
