/** Characters that would steer the terminal of the reader. */
const NOT_SHOWN = /[\p{Cc}\p{Cf}]/gu;
const LONG_WORD = /[\w.-]{24,}/g;
const SEGMENT = /^(?:\d{1,20}|@?[a-z][a-z0-9._-]{0,22})$/;
const TEXT_MAX = 300;
const PATH_MAX = 200;

/** A text from somewhere else, short and without what could be a token: a long word of letters and digits, or of both cases. */
export function withoutSecrets(text: string): string {
  return text
    .slice(0, TEXT_MAX)
    .replaceAll(NOT_SHOWN, " ")
    .replaceAll(LONG_WORD, (word) => (isTelling(word) ? word : "[hidden]"));
}

/** A path that is no route, without what could be a token. */
export function withoutOddSegments(url: string): string {
  const [path = ""] = url.slice(0, PATH_MAX).split("?");
  return path
    .split("/")
    .map((one) => (one === "" || SEGMENT.test(one) ? one : "[hidden]"))
    .join("/");
}

/** Whether it is a number or a name, which nobody draws. */
function isTelling(word: string): boolean {
  if (/^\d+$/.test(word)) return true;
  return !/\d/.test(word) && (!/[a-z]/.test(word) || !/[A-Z]/.test(word));
}
