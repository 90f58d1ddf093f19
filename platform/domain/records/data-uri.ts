/** The content of a data URI. */
export interface DataUri {
  /** base64 */
  readonly data: string;
  readonly bytes: number;
  /** The first bytes, one character each. */
  readonly start: string;
}

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/**
 * Reads a data URI in base64. @param prefix what it begins with
 * @returns undefined for anything else
 */
export function readDataUri(uri: string, prefix: RegExp): DataUri | undefined {
  const found = prefix.exec(uri)?.[0];
  if (found === undefined) return undefined;
  const data = uri.slice(found.length);
  if (data.length % 4 !== 0 || !BASE64.test(data)) return undefined;
  const padding = data.endsWith("==") ? 2 : data.endsWith("=") ? 1 : 0;
  const start = Buffer.from(data.slice(0, 24), "base64").toString("latin1");
  return { data, bytes: (data.length / 4) * 3 - padding, start };
}
