/** The command that Windows starts for the addresses of a game. */
export interface RegistryEntry {
  readonly applicationId: bigint;
  readonly scheme: string;
  /** The whole command line; `%1` stands for the address. */
  readonly command: string;
}

const CLASSES = "HKEY_CURRENT_USER\\Software\\Classes";
const HEADER = "Windows Registry Editor Version 5.00";

/** Text for `reg import` that makes a program open a scheme, for this user. */
export function registryEntry({ applicationId, scheme, command }: RegistryEntry): string {
  const key = `${CLASSES}\\${scheme}`;
  return file(
    ...[HEADER, ""],
    ...[`[${key}]`, `@=${quoted(`URL:Run game ${String(applicationId)} protocol`)}`, '"URL Protocol"=""', ""],
    ...[`[${key}\\shell\\open\\command]`, `@=${quoted(command)}`],
  );
}

/** Text for `reg import` that takes the scheme back. */
export function registryRemoval(scheme: string): string {
  return file(HEADER, "", `[-${CLASSES}\\${scheme}]`);
}

function quoted(value: string): string {
  return `"${value.replace(/[\\"]/g, "\\$&")}"`;
}

function file(...lines: string[]): string {
  return lines.map((line) => `${line}\r\n`).join("");
}
