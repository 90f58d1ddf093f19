import path from "node:path";

const FENCE = /^(```|~~~)/;
const LINK = /(!?)\[((?:[^\]\\]|\\.)*)\]\(([^)\s]+)\)/g;

/**
 * The links of a page for readers of a package, who have only its files: relative links to other files become absolute.
 * @param {string} markdown
 * @param {object} place
 * @param {string} place.folder folder of the page in the repository, "" for its root
 * @param {(file: string) => boolean} place.has whether the package has a file of the repository
 * @param {string | undefined} place.files address of the repository's files; without it a link is only its text
 */
export function linksForPackage(markdown, place) {
  let isCode = false;
  return markdown
    .split("\n")
    .map((line) => {
      if (FENCE.test(line)) isCode = !isCode;
      return isCode ? line : line.replace(LINK, (...match) => linkFor(match, place));
    })
    .join("\n");
}

function linkFor([whole, mark, text, target], { folder, has, files }) {
  if (/^([a-z]+:|\/\/|#)/i.test(target)) return whole;
  const [file, anchor = ""] = target.split(/(?=#)/);
  const inRepository = path.posix.normalize(path.posix.join(folder, file));
  if (has(inRepository)) return whole;
  if (files === undefined) return mark === "!" ? "" : text;
  const kind = mark === "!" ? "raw" : "blob";
  return `${mark}[${text}](${files.replace("{kind}", kind)}/${inRepository}${anchor})`;
}
