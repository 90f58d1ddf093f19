import type { ProxiedTarget } from "./proxied-target.js";

/** Besides their own origin, pages reach the API and pictures and files of the platform directly, as on the real one. */
const EXCEPTIONS = ["/api/", "/cdn/avatars/", "/cdn/icons/", "/attachments/", "/ephemeral-attachments/"];
const SANDBOX = "sandbox allow-forms allow-modals allow-pointer-lock allow-popups allow-scripts";

/**
 * The content security policy of an activity's page: all else goes through the proxy. A page without an origin of its own gets
 * none at all, so that it cannot act for the pages of the platform.
 * @param host of the request
 * @param webBase address of the platform
 */
export function contentPolicy({ hasOwnOrigin }: ProxiedTarget, host: string, webBase: string): string {
  const reached = EXCEPTIONS.map((path) => webBase + path).join(" ");
  const own = hasOwnOrigin ? `'self' ws://${host}` : `http://${host}/_proxy/ ws://${host}/_proxy/`;
  const rules = [
    `default-src ${own} 'unsafe-inline' 'unsafe-eval' blob: data: ${reached}`,
    "object-src 'none'",
    "base-uri 'self'",
  ];
  return (hasOwnOrigin ? rules : [...rules, SANDBOX]).join("; ");
}
