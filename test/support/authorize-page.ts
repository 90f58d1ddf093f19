import type { Platform } from "@sdkpp/platform";

/**
 * Agrees to an application on the authorize page.
 * @param query of the page, without `response_type`
 * @returns where the browser goes
 */
export async function authorizeOnPage(
  platform: Platform,
  userId: string,
  query: Readonly<Record<string, string>>,
): Promise<URL> {
  const search = new URLSearchParams({ response_type: "code", ...query }).toString();
  const url = `${platform.endpoints.webBase}/oauth2/authorize?${search}`;
  const page = await fetch(url, { redirect: "manual" });
  const refused = page.headers.get("location");
  if (refused !== null) return new URL(refused);
  const token = /name="form_token" value="([^"]*)"/.exec(await page.text())?.[1] ?? "";
  const form = new URLSearchParams({ form_token: token, user_id: userId, authorize: "1" });
  const answer = await fetch(url, { method: "POST", body: form, redirect: "manual" });
  return new URL(answer.headers.get("location") ?? "");
}
