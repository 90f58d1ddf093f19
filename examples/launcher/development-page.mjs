/**
 * A plugin of vite: the page connects with a development host, and its policy allows that. No configuration of the app has it, so no build of
 * the app has what it brings in.
 */
export const developmentPage = {
  name: "development-page",
  transformIndexHtml: { order: "pre", handler: developed },
};

/** A development server puts scripts and styles into the page for its hot reload; a build does not. */
function developed(html, { server }) {
  const page = html
    .replace("./main.tsx", "./development.tsx")
    .replace("connect-src 'self'", "connect-src 'self' ws://127.0.0.1:*");
  return server === undefined ? page : page.replaceAll(/(script|style)-src 'self'/g, "$& 'unsafe-inline'");
}
