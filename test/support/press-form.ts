/**
 * Submits the form of one of the platform's pages like a browser, with its hidden fields.
 * @param fields of the pressed button and the choices
 * @param headers that a browser would add
 */
export async function pressForm(
  url: string,
  fields: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const body = new URLSearchParams({ ...hiddenFields(await (await fetch(url)).text()), ...fields });
  return fetch(url, { method: "POST", body, headers, redirect: "manual" });
}

/** The hidden fields of a page's form; none without a form. */
export function hiddenFields(html: string): Record<string, string> {
  const found = html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g);
  return Object.fromEntries([...found].map(([, name, value]) => [name, value]));
}
