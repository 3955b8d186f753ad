import type { Implementation } from "@modelcontextprotocol/server";
import { type Language, say } from "../messages";

/** The pictures a host may show beside this server's name; PNG is the kind that every host has to understand. */
export const icons = [
  { path: "/icon.png", mimeType: "image/png", sizes: ["64x64"] },
  { path: "/icon.svg", mimeType: "image/svg+xml", sizes: ["any"] },
] as const;

/**
 * What this server says it is. Revision 2026-07-28 repeats it in every result, so the pictures are addresses of this
 * very server and not data.
 * @param publicUrl where this server is reached
 */
export function serverInfo(publicUrl: URL, language: Language): Implementation {
  return {
    name: "biterp",
    title: "bitERP",
    version: "0.1.0",
    description: say(language, "server.description", {}),
    websiteUrl: publicUrl.origin,
    icons: icons.map(({ path, mimeType, sizes }) => ({
      src: `${publicUrl.origin}${path}`,
      mimeType,
      sizes: [...sizes],
    })),
  };
}
