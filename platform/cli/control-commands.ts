import fs from "node:fs";
import path from "node:path";
import { InvalidArgumentError, Option, type Command } from "commander";
import { invoke, positional, type NamedArguments } from "../control/calls.js";
import type { ControlTable, Operation, Schema } from "../control/operation.js";
import { connectGroups } from "../control/remote/connect.js";
import { memberSchemas } from "../control/values.js";
import { inCommands, kebab, SHORT_NAMES, SHORTCUTS, singularOf } from "./command-names.js";
import { controlTarget, type TargetOptions } from "./control-target.js";
import { numberOf } from "./option-values.js";
import { printed } from "./print.js";

/** Options that every command about a running platform has. */
interface CommandOptions extends TargetOptions {
  readonly json?: true;
}

/** Options of every command, which are no arguments of an operation. */
const COMMON: ReadonlySet<string> = new Set(["at", "json"]);

/** Arguments with the text of a file, whose path stands for it here. */
const FILES: ReadonlySet<string> = new Set(["yaml"]);

class TextFile {
  readonly name: string;
  readonly text: string;

  constructor(file: string) {
    this.name = path.basename(file);
    this.text = readFile(file, "utf8");
  }
}

/** Adds a command for each group of a table, with one for each of its operations. */
export function addControlCommands(program: Command, table: ControlTable): void {
  const groups = new Set(table.operations.map(({ group }) => group));
  for (const group of groups) {
    const operations = table.operations.filter((one) => one.group === group);
    const command = program
      .command(kebab(group))
      .description(`control: ${operations.map(({ name }) => kebab(name)).join(", ")}`);
    command.helpGroup("A platform that runs:");
    const singular = singularOf(group);
    if (singular !== undefined) command.alias(kebab(singular));
    for (const operation of operations) addToGroup(program, command, table, operation);
  }
  // Once all are there, which each may name.
  for (const { commands } of program.commands) for (const command of commands) nameCommands(program, command);
}

/** Lets the help of a command name commands, where the comment of its operation names calls. */
function nameCommands(program: Command, command: Command): void {
  command.description(inCommands(command.description(), program));
  for (const option of command.options) option.description = inCommands(option.description, program);
}

function addToGroup(program: Command, group: Command, table: ControlTable, operation: Operation): void {
  const { name } = operation;
  const command = addOperation(group, table, operation, kebab(name));
  const short = SHORT_NAMES.get(name);
  if (short !== undefined) command.alias(short);
  const shortcut = SHORTCUTS.get(`${operation.group}.${name}`);
  if (shortcut !== undefined) addShortcut(program, table, operation, shortcut.split(" "));
}

function addShortcut(program: Command, table: ControlTable, operation: Operation, words: string[]): void {
  const [first = "", second] = words;
  if (second === undefined) {
    addOperation(program, table, operation, first).helpGroup("A platform that runs:");
    return;
  }
  const known = program.commands.find((one) => one.name() === first);
  const record = known ?? program.command(first).helpGroup("A platform that runs:");
  addOperation(record, table, operation, second);
  record.description(`control: ${record.commands.map((one) => one.name()).join(", ")}`);
}

function addOperation(parent: Command, table: ControlTable, operation: Operation, name: string): Command {
  const { about, errors, result, returns } = operation;
  const command = parent.command(name).description(about).summary(firstSentence(about));
  for (const { name: member, schema, isRequired } of optionsOf(table, operation))
    command.addOption(optionOf(member, schema).makeOptionMandatory(isRequired));
  command.option("--at <file>", "ready file of the platform; default: SDKPP_CONTROL and SDKPP_CONTROL_TOKEN");
  command.option("--json", "print the result as JSON");
  // An operation without a result says when it is done, and prints nothing.
  const prints = result !== undefined && returns && `Prints: ${returns}.`;
  const notes = [prints, errors && `Fails: ${errors}.`].filter(Boolean);
  if (notes.length > 0) command.addHelpText("after", `\n${notes.join("\n")}`);
  return command.action((options: CommandOptions & NamedArguments) => perform(table, operation, options));
}

async function perform(
  table: ControlTable,
  operation: Operation,
  options: CommandOptions & NamedArguments,
): Promise<void> {
  const given = Object.fromEntries(
    Object.entries(options)
      .filter(([option]) => !COMMON.has(option))
      .flatMap(([name, value]) =>
        // Errors name the file.
        value instanceof TextFile
          ? [["name", value.name] as const, [name, value.text] as const]
          : [[name, value] as const],
      ),
  );
  const groups = connectGroups(controlTarget(options), table);
  const result = await invoke(groups, operation, positional(table, operation, given));
  if (operation.result === undefined) return;
  const isJson = options.json === true;
  // For a file: `snapshot read --name x > x.snapshot`.
  process.stdout.write(result instanceof Uint8Array && !isJson ? result : printed(result, isJson));
}

interface OptionOfCommand {
  readonly name: string;
  readonly schema: Schema;
  readonly isRequired: boolean;
}

/** Each argument, and each member of a last one that stands beside the others. */
function optionsOf(table: ControlTable, { arguments: all, spread }: Operation): OptionOfCommand[] {
  return all.flatMap(({ name, schema, about, isOptional }, index) => {
    if (spread === true && index === all.length - 1) return memberSchemas(table.schemas, schema);
    const described = about === undefined ? schema : { ...schema, description: about };
    return [{ name, schema: described, isRequired: isOptional !== true }];
  });
}

function optionOf(name: string, schema: Schema): Option {
  const { type, description = "", items } = schema;
  const flag = `--${kebab(name)}`;
  if (FILES.has(name))
    return new Option(`${flag} <path>`, description).argParser((file) => new TextFile(file));
  if (schema.contentEncoding === "base64")
    return new Option(`${flag} <path>`, description).argParser(base64Of);
  if (schema.anyOf?.some(({ contentEncoding }) => contentEncoding === "base64") === true)
    return new Option(`${flag} <path|json>`, description).argParser(base64OrJsonOf);
  if (type === "boolean") return new Option(`${flag} <true|false>`, description).argParser(booleanOf);
  if (isTextOrNumber(schema))
    return new Option(`${flag} <text|number>`, description).argParser(textOrNumberOf);
  if (type === "number") return new Option(`${flag} <number>`, description).argParser(numberOf);
  if (type === "string") return new Option(`${flag} <text>`, description);
  if (type === "array" && items?.type === "string") return new Option(`${flag} <text...>`, description);
  if (schema.enum?.every((one) => typeof one === "string") === true)
    return new Option(`${flag} <word>`, description).choices(schema.enum.map(String));
  return new Option(`${flag} <json>`, description).argParser(jsonOf);
}

function base64Of(file: string): string {
  return readFile(file, "base64");
}

function base64OrJsonOf(given: string): unknown {
  return given.startsWith("{") ? jsonOf(given) : base64Of(given);
}

function readFile(file: string, encoding: "utf8" | "base64"): string {
  try {
    return fs.readFileSync(file, encoding);
  } catch (error) {
    throw new InvalidArgumentError(`expected a file (${(error as Error).message})`);
  }
}

function isTextOrNumber({ anyOf = [] }: Schema): boolean {
  return anyOf.length === 2 && ["string", "number"].every((kind) => anyOf.some(({ type }) => type === kind));
}

function textOrNumberOf(given: string): string | number {
  return given.trim() === "" || Number.isNaN(Number(given)) ? given : Number(given);
}

function booleanOf(given: string): boolean {
  if (given === "true" || given === "false") return given === "true";
  throw new InvalidArgumentError("expected true or false");
}

/** JSON, or a word that needs no quotation marks. */
function jsonOf(given: string): unknown {
  try {
    return JSON.parse(given) as unknown;
  } catch {
    if (/^[[{"]/.test(given)) throw new InvalidArgumentError("expected JSON");
    return given;
  }
}

function firstSentence(about: string): string {
  return /^.*?[.:;](?= |$)/.exec(about)?.[0].replace(/[.:;]$/, "") ?? about;
}
