import { parseArgs } from "node:util";

/** An option with a value, as help shows it, such as `<file>`; a flag has none. */
export type OptionForms = Readonly<Record<string, string | undefined>>;

/** Options that were given: texts of those with a value, true of flags. */
type Given<Forms extends OptionForms> = {
  [Name in keyof Forms]?: Forms[Name] extends string ? string : true;
};

/** A command is typed wrongly. */
export class UsageError extends Error {
  override readonly name = "UsageError";

  constructor(what: string) {
    super(`error: ${what}`);
  }
}

/**
 * Options and words among arguments. Errors name an option and never its value, which may be a secret.
 * @throws {UsageError} with the sentence of `sdkpp-platform` for the same mistake
 */
export function readArguments<const Forms extends OptionForms>(
  args: readonly string[],
  forms: Forms,
): { readonly values: Given<Forms>; readonly words: readonly string[] } {
  const options = Object.fromEntries(
    Object.entries(forms).map(([name, form]) => [
      name,
      { type: form === undefined ? "boolean" : "string" } as const,
    ]),
  );
  const { tokens } = parseArgs({
    args: [...args],
    options,
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  const values: Record<string, string | true> = {};
  const words: string[] = [];
  for (const token of tokens) {
    if (token.kind === "positional") words.push(token.value);
    if (token.kind === "option") values[token.name] = valueOf(token, forms);
  }
  return { values: values as Given<Forms>, words };
}

interface OptionToken {
  readonly name: string;
  readonly rawName: string;
  readonly value: string | undefined;
  readonly inlineValue: boolean | undefined;
}

function valueOf({ name, rawName, value, inlineValue }: OptionToken, forms: OptionForms): string | true {
  if (!Object.hasOwn(forms, name) || rawName !== `--${name}`)
    throw new UsageError(`unknown option '${rawName}'`);
  const form = forms[name];
  if (form === undefined) {
    if (value === undefined) return true;
    throw new UsageError(`option '${rawName}' takes no value`);
  }
  // The next option; `-` is standard input.
  const isOption = inlineValue === false && value !== undefined && value.length > 1 && value.startsWith("-");
  if (value === undefined || isOption) throw new UsageError(`option '${rawName} ${form}' argument missing`);
  return value;
}
