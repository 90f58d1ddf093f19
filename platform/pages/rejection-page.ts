import { escapeHtml, htmlPage } from "./html.js";

/** The page that explains a rejected request to a player who cannot be redirected. */
export function rejectionPage(message: string): string {
  return htmlPage(
    "Authorization failed",
    `<h1>This authorization cannot continue</h1>\n<p>${escapeHtml(message)}</p>`,
  );
}
