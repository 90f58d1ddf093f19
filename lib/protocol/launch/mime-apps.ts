const GROUP = "[Default Applications]";

/**
 * Changes which program opens a type in the text of a `mimeapps.list`, and leaves every other line as it is.
 * @param file name of the desktop entry; undefined: none
 */
export function withDefaultApplication(text: string, type: string, file: string | undefined): string {
  const lines = text === "" ? [] : text.replace(/\n$/, "").split("\n");
  const start = lines.findIndex((line) => line.trim() === GROUP);
  if (start === -1) return written(file === undefined ? lines : [...lines, GROUP, `${type}=${file}`]);
  const end = endOf(lines, start);
  const kept = lines.slice(start + 1, end).filter((line) => keyOf(line) !== type);
  const added = file === undefined ? [] : [`${type}=${file}`];
  return written([...lines.slice(0, start + 1), ...added, ...kept, ...lines.slice(end)]);
}

/** Index of the line after the group that begins at `start`. */
function endOf(lines: readonly string[], start: number): number {
  const next = lines.findIndex((line, index) => index > start && line.trim().startsWith("["));
  return next === -1 ? lines.length : next;
}

function keyOf(line: string): string {
  return line.slice(0, Math.max(0, line.indexOf("="))).trim();
}

function written(lines: readonly string[]): string {
  return lines.length === 0 ? "" : `${lines.join("\n")}\n`;
}
