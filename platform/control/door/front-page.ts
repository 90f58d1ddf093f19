import { escapeHtml, htmlPage } from "../../pages/html.js";

/** The page at the address of the control API: it says what runs here, and where its documents are. */
export function frontPage(addresses: Readonly<Record<string, string>>): string {
  const rows = Object.entries(addresses).map(
    ([name, address]) => `<li>${escapeHtml(name)}: <code>${escapeHtml(address)}</code></li>`,
  );
  return htmlPage(
    "Social game platform",
    `<h1>A social game platform runs here</h1>
<ul>
${rows.join("\n")}
</ul>
<p>This is its control API. <a href="/control/v1/openapi.json">openapi.json</a> describes every operation;
<a href="/control/v1/health">health</a> says whether it is ready.</p>
<small>Operations need the token that the platform printed when it started.</small>`,
  );
}
