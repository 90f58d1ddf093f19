/**
 * Whether a session may be resumed, and its token be sent, at the address READY gives.
 * @param resumeUrl what READY says
 * @param url where the session was opened; its host was chosen by the API's response
 * @returns true for the same scheme and port on the same host, or on a sibling of it: a session of
 *   `gateway.example.com` may be resumed at `gateway-west.example.com`
 */
export function isTrustedResumeUrl(resumeUrl: string, url: string): boolean {
  if (!URL.canParse(resumeUrl) || !URL.canParse(url)) return false;
  const [there, here] = [new URL(resumeUrl), new URL(url)];
  const isPlain = there.username === "" && there.password === "" && there.hash === "";
  const isSamePort = there.protocol === here.protocol && there.port === here.port;
  return isPlain && isSamePort && isSameSite(there.hostname, here.hostname);
}

function isSameSite(host: string, own: string): boolean {
  if (host === own) return true;
  const parent = parentDomain(own);
  return parent !== undefined && (host === parent || host.endsWith(`.${parent}`));
}

/** Undefined for addresses, and where the parent would be a top-level domain. */
function parentDomain(host: string): string | undefined {
  const isAddress = /^[0-9.]+$/.test(host) || host.startsWith("[");
  const parent = host.slice(host.indexOf(".") + 1);
  return !isAddress && host.includes(".") && parent.includes(".") ? parent : undefined;
}
