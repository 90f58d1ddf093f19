/** The parts of JSON Schema (2020-12) that describe values of operations. */
export interface Schema {
  readonly type?: string | readonly string[];
  /** `snowflake`: a decimal id; `bigint`: a whole number of any size, decimal. */
  readonly format?: "snowflake" | "bigint";
  readonly contentEncoding?: "base64";
  readonly const?: string | number | boolean;
  readonly enum?: readonly (string | number)[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly $ref?: string;
  readonly description?: string;
}

/** An argument, in the order in which a method takes it. */
export interface OperationArgument {
  readonly name: string;
  readonly about?: string;
  readonly isOptional?: true;
  readonly schema: Schema;
}

/** A method of a group of control, as its class declares and its comment explains it. */
export interface Operation {
  readonly group: string;
  readonly name: string;
  readonly about: string;
  readonly arguments: readonly OperationArgument[];
  /** Whether the group is a function of the first argument, which returns the object with the method. */
  readonly isBound?: true;
  /** Whether the members of the last argument stand beside the other arguments in a request. */
  readonly spread?: true;
  /** Whether the last argument takes a `signal` that ends the operation. A request has none: it ends when its connection does. */
  readonly isAbortable?: true;
  /** Absent: none. */
  readonly result?: Schema;
  readonly returns?: string;
  /** When it fails. */
  readonly errors?: string;
}

/** All operations, and the schemas of the types that they name. */
export interface ControlTable {
  readonly operations: readonly Operation[];
  readonly schemas: Readonly<Record<string, Schema>>;
}
