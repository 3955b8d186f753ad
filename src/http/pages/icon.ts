import { Hono } from "hono/tiny";
import { icons } from "../../mcp/identity";
import type { PagesEnv } from "./deps";

/** A white "b" on blue, 64 by 64, in two bits a point. */
const PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAEAAAABAAgMAAADXB5lNAAAACVBMVEUAAAAfX7////+OD3lKAAAAAXRSTlMAQObYZgAAAJdJREFUeNrd1LERgCAM" +
  "BdBYOIL7OIKFsbC3cR9HoIApNSpK8j25UyvTcPcOYgADEREfQWswaylTaBaoUmjNCllTaKh1CkkCUGlon8A6BH8W8kcYDIQ4aQcJAGfBWwj34HgM" +
  "UwoT91vWCMydAvnCE/DvckAdWCnsJb/9qxNzd6cu5DWcN/fFv57vKGhCaFNsZGh1eAzMczED3gN1hceeBPIAAAAASUVORK5CYII=";

/** The same, for any size. */
const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="12" fill="#1f5fbf"/>' +
  '<g fill="none" stroke="#fff"><path stroke-width="7" d="M23.5 12v38"/><circle cx="33" cy="38" r="10" stroke-width="6"/></g></svg>';

const pictures: Readonly<Record<(typeof icons)[number]["mimeType"], () => BodyInit>> = {
  "image/png": () => Uint8Array.from(atob(PNG), (letter) => letter.charCodeAt(0)),
  "image/svg+xml": () => SVG,
};

/** The pictures that the server names as its own; hosts show them on pages of theirs. */
export const icon = new Hono<PagesEnv>();
for (const { path, mimeType } of icons) {
  icon.get(path, () => {
    const headers = {
      "Content-Type": mimeType,
      "Cache-Control": "public, max-age=86400",
      "Cross-Origin-Resource-Policy": "cross-origin",
      "X-Content-Type-Options": "nosniff",
      // An SVG opened by itself is a document; this one needs nothing and may do nothing.
      "Content-Security-Policy": "default-src 'none'; sandbox",
    };
    return new Response(pictures[mimeType](), { headers });
  });
}
