/** The hosts of the real service; Python reads it, too. */
export const REAL =
  /(?:^|\.)(?:discord\.(?:com|gg|media|gift|dev|new|store|tools)|discordapp\.(?:com|net)|discordsays\.com|discord-activities\.com)\.?$/i;
const API = /^(?:(?:ptb|canary)\.)?discord(?:app)?\.com$/i;
const CDN = /^cdn\.discordapp\.com$/i;

/** Whether a host is one of the real service, which a redirected program must not reach. */
export function isReal(host: string): boolean {
  return REAL.test(host);
}

/** The beginning of an address of the platform that stands for a host of the real service; undefined: none does. */
export function standIn(host: string, webBase: string): string | undefined {
  if (API.test(host)) return webBase;
  return CDN.test(host) ? `${webBase}/cdn` : undefined;
}

/** Why a connection is refused, and what to do. */
export function refusalOf(host: string): string {
  return `${host} is not reached below \`exec --redirect\`: only the HTTP API and the CDN are led to the platform, so take other addresses from \`GET /gateway\` or from a setting.`;
}
