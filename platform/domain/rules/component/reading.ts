import { COMPONENT_LIMITS, type FieldErrorLeaf, type FieldErrorTree, type Snowflake } from "sdkpp/wire";
import { addLeaf, emptyTree } from "../field-errors.js";

/** The context of the components that are read. */
export interface ComponentContext {
  readonly kind: "message" | "modal";
  /** Names of the files that the message has. */
  readonly filenames: ReadonlySet<string>;
  /** Whether a premium button can sell it. */
  readonly isActiveSku: (id: Snowflake) => boolean;
  /** Whether there is a custom emoji with this id. */
  readonly isEmoji: (id: Snowflake) => boolean;
  /** Ids of media. */
  readonly nextId: () => Snowflake;
}

/** One reading of a body: what was found so far. It ends early when there are too many components. */
export class Reading {
  readonly #errors = emptyTree();
  readonly #customIds = new Set<string>();
  readonly #ids = new Set<number>();
  #isFaulty = false;
  #count = 0;
  #textLength = 0;

  constructor(readonly context: ComponentContext) {}

  /** The errors found; undefined: none. */
  get errors(): FieldErrorTree | undefined {
    return this.#isFaulty ? this.#errors : undefined;
  }

  /** Whether the components that follow are not read any more. */
  get isFull(): boolean {
    return this.#count > COMPONENT_LIMITS.total;
  }

  get textLength(): number {
    return this.#textLength;
  }

  report(path: readonly string[], leaf: FieldErrorLeaf): void {
    this.#isFaulty = true;
    addLeaf(this.#errors, path, leaf);
  }

  count(): void {
    this.#count += 1;
  }

  addText(length: number): void {
    this.#textLength += length;
  }

  /** @returns whether it is the first of its kind */
  addId(id: number): boolean {
    return isNew(this.#ids, id);
  }

  /** @returns whether it is the first of its kind */
  addCustomId(id: string): boolean {
    return isNew(this.#customIds, id);
  }
}

function isNew<T>(set: Set<T>, value: T): boolean {
  if (set.has(value)) return false;
  set.add(value);
  return true;
}

/** A reading of something that has neither files nor premium buttons. @param isEmoji default: it has no custom emojis either */
export function bareReading(
  kind: ComponentContext["kind"],
  isEmoji: ComponentContext["isEmoji"] = () => false,
): Reading {
  return new Reading({ kind, filenames: new Set(), isActiveSku: () => false, isEmoji, nextId: () => "0" });
}

/** The position of a reading in a body. */
export class Cursor {
  constructor(
    readonly reading: Reading,
    readonly path: readonly string[] = [],
  ) {}

  /** A field of the object, or an element of the list, that is here. */
  of(name: string | number): Cursor {
    return new Cursor(this.reading, [...this.path, String(name)]);
  }

  get context(): ComponentContext {
    return this.reading.context;
  }

  /** Says what is wrong with the value that is here. */
  report(leaf: FieldErrorLeaf): void {
    this.reading.report(this.path, leaf);
  }
}
