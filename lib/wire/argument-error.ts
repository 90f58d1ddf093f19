/** The message of an argument error: name, expected, received. */
function describe(argument: string, expected: string, received: string): string {
  return `${argument}: expected ${expected}, received ${received}`;
}

/**
 * An argument of the wrong type or shape. The message reads `<argument>: expected <expected>, received <received>`
 * and shows no value that could be a secret.
 */
export class ArgumentError extends TypeError {
  /** one code for every wrong argument */
  readonly code = "ARGUMENT_INVALID";
  /** name of the argument or field */
  readonly argument: string;

  constructor(argument: string, expected: string, received: string) {
    super(describe(argument, expected, received));
    this.name = "ArgumentError";
    this.argument = argument;
  }
}

/** An argument of the right type whose value is outside its limits. The message reads like that of {@link ArgumentError}. */
export class ArgumentRangeError extends RangeError {
  /** one code for every wrong argument */
  readonly code = "ARGUMENT_INVALID";
  /** name of the argument or field */
  readonly argument: string;

  constructor(argument: string, expected: string, received: string) {
    super(describe(argument, expected, received));
    this.name = "ArgumentRangeError";
    this.argument = argument;
  }
}
