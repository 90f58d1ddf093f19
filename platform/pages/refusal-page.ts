import { escapeHtml, htmlPage } from "./html.js";

/** Says why an authorization cannot go on, to somebody who may not be redirected. */
export function refusalPage(message: string): string {
  return htmlPage(
    "Authorization failed",
    `<h1>This authorization cannot go on</h1>\n<p>${escapeHtml(message)}</p>`,
  );
}
