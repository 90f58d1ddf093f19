import type { Command } from "commander";

/** Names that people type for operations whose names read better in programs. */
export const SHORT_NAMES: ReadonlyMap<string, string> = new Map([
  ["create", "add"],
  ["get", "show"],
  ["remove", "rm"],
  ["now", "show"],
  ["advance", "add"],
]);

/** Operations that are commands under other words, too: trouble is made often, and records are looked for by their own names. */
export const SHORTCUTS: ReadonlyMap<string, string> = new Map([
  ["gateway.close", "cut"],
  ["faults.impair", "impair"],
  ["shop.createSku", "sku add"],
  ["shop.list", "sku list"],
  ["shop.get", "sku show"],
  ["shop.remove", "sku rm"],
]);

/** A call of control as sentences for programs have it: `control.users.create({ username })`. */
const CALL = /`?\bcontrol\.(?<group>[a-z]\w*)\.(?<name>[a-z]\w*)(?:\((?<given>[^)]*)\))?`?/g;

/**
 * A sentence with the commands in place of the calls of control that do the same: `sdkpp-platform user add --username <text>`.
 * @param program with a command for each operation; a call that it has no command for stays
 */
export function inCommands(sentence: string, program: Command): string {
  return sentence.replace(CALL, (call: string, group: string, name: string, given = "") => {
    const words = SHORTCUTS.get(`${group}.${name}`)?.split(" ") ?? [
      kebab(singularOf(group) ?? group),
      SHORT_NAMES.get(name) ?? kebab(name),
    ];
    const command = commandAt(program, words);
    if (command === undefined) return call;
    const named: readonly string[] = given.match(/\w+/g) ?? [];
    const options = command.options.filter((one) => one.mandatory || named.includes(one.attributeName()));
    return `\`${[program.name(), ...words, ...options.map(({ flags }) => flags)].join(" ")}\``;
  });
}

/** @returns undefined for what is no plural */
export function singularOf(group: string): string | undefined {
  const isPlural = group.length > 2 && group.endsWith("s");
  return isPlural ? group.replace(/(?:ie)?s$/, (end) => (end === "ies" ? "y" : "")) : undefined;
}

export function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function commandAt(program: Command, words: readonly string[]): Command | undefined {
  return words.reduce<Command | undefined>(
    (above, word) => above?.commands.find((one) => [one.name(), ...one.aliases()].includes(word)),
    program,
  );
}
