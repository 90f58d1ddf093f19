/** The command that a Linux desktop starts for the addresses of a game. */
export interface DesktopEntry {
  readonly applicationId: bigint;
  readonly scheme: string;
  /** Program and arguments. */
  readonly words: readonly string[];
  /** Whether the address is its last argument. */
  readonly takesAddress: boolean;
}

/** The file in `applications` that describes the program (Desktop Entry Specification 1.5). */
export function desktopEntry({ applicationId, scheme, words, takesAddress }: DesktopEntry): string {
  const exec = [...words.map(quoted), ...(takesAddress ? ["%u"] : [])].join(" ");
  return [
    "[Desktop Entry]",
    "Type=Application",
    `Name=Game ${String(applicationId)}`,
    `Exec=${keyValue(exec)}`,
    "Terminal=false",
    "NoDisplay=true",
    "Categories=Game;",
    `MimeType=${mimeTypeOf(scheme)};`,
    "",
  ].join("\n");
}

/** Under which desktops know an address's scheme. */
export function mimeTypeOf(scheme: string): string {
  return `x-scheme-handler/${scheme}`;
}

/** An argument of `Exec`: field codes begin with a percent sign, reserved characters stand in quotes. */
function quoted(word: string): string {
  const plain = word.replaceAll("%", "%%");
  return /^[\w./:%+=,@-]+$/.test(plain) ? plain : `"${plain.replace(/["`$\\]/g, "\\$&")}"`;
}

/** Escapes of any value in the file. */
function keyValue(text: string): string {
  return text
    .replaceAll("\\", "\\\\")
    .replaceAll("\n", "\\n")
    .replaceAll("\r", "\\r")
    .replaceAll("\t", "\\t");
}
