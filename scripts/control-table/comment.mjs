// What a doc comment says, as text for people who do not read TypeScript.
import ts from "typescript";

/** @returns {{ about: string, parameters: Map<string, string>, returns?: string, errors?: string }} */
export function commentOf(symbol) {
  const parameters = new Map();
  const parts = { about: plain(ts.displayPartsToString(symbol.getDocumentationComment(undefined))) };
  for (const { name, text } of symbol.getJsDocTags()) {
    const words = plain(ts.displayPartsToString(text));
    if (name === "param") {
      const [, argument, about] = /^(\S+)\s*(.*)$/.exec(words) ?? [];
      parameters.set(argument, about);
    }
    if (name === "returns") parts.returns = words;
    // Several errors follow each other as sentences.
    if (name === "throws") parts.errors = parts.errors === undefined ? words : `${parts.errors}; ${words}`;
  }
  return { ...parts, parameters };
}

/** One line, with the names of links. */
export function plain(text) {
  return text
    .replaceAll(/\{@link ([^}|\s]+)[^}]*\}/g, "`$1`")
    .replaceAll(/\{(\w*Error)\}/g, "$1")
    .replaceAll(/\s+/g, " ")
    .trim();
}
