import { LOCALES } from "sdkpp/wire";
import type { IncomingHttpHeaders } from "node:http";

const KNOWN: ReadonlyMap<string, string> = new Map(LOCALES.map((locale) => [locale.toLowerCase(), locale]));
/** Longer lists of languages are not read. */
const HEADER_MAX = 512;

/** The locale that a caller asks for: its own header first, then the browser's. */
export function localeOf(headers: IncomingHttpHeaders): string | undefined {
  const asked = headers["x-discord-locale"];
  if (typeof asked === "string") return knownLocale(asked);
  const accepted = headers["accept-language"];
  if (accepted === undefined || accepted.length > HEADER_MAX) return undefined;
  return byPreference(accepted)
    .map(knownLocale)
    .find((locale) => locale !== undefined);
}

function byPreference(list: string): string[] {
  const tags = list.split(",").map((part) => {
    const [tag = "", ...parameters] = part.split(";").map((piece) => piece.trim());
    const quality = parameters.find((one) => one.startsWith("q="))?.slice(2);
    return { tag, quality: quality === undefined ? 1 : Number(quality) };
  });
  return tags
    .filter(({ quality }) => quality > 0)
    .sort((left, right) => right.quality - left.quality)
    .map(({ tag }) => tag);
}

function knownLocale(tag: string): string | undefined {
  return KNOWN.get(tag.toLowerCase());
}
