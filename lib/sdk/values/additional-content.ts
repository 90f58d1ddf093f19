import { enumArgument, integerArgument, optionalArgument, textArgument } from "../argument.js";
import { AdditionalContentType } from "../enums.js";
import { enumToString } from "../enum-to-string.js";
import { ValueObject } from "./value-object.js";

const MAX_COUNT = 255;

interface AdditionalContentFields {
  type: AdditionalContentType;
  title: string | undefined;
  count: number;
}

const defaults = (): AdditionalContentFields => ({
  type: AdditionalContentType.Other,
  title: undefined,
  count: 0,
});

/** What of a message cannot be shown. A value object: copies are independent. @mirrors AdditionalContent */
export class AdditionalContent extends ValueObject<AdditionalContentFields> {
  static readonly nullobj = AdditionalContent.invalid(new AdditionalContent());

  constructor() {
    super(defaults);
  }

  /** A copy that takes the content over; `other` becomes invalid. */
  static moveFrom(other: AdditionalContent): AdditionalContent {
    return new AdditionalContent().moveAssign(other);
  }

  /** @mirrors AdditionalContent::TypeToString */
  static typeToString(type: AdditionalContentType): string {
    return enumToString(AdditionalContentType, type);
  }

  /** @internal @param kind name of the type */
  static of({
    kind,
    title,
    count,
  }: {
    kind: string;
    title: string | undefined;
    count: number;
  }): AdditionalContent {
    const content = new AdditionalContent();
    content.type = AdditionalContentType[kind as keyof typeof AdditionalContentType];
    content.title = title;
    content.count = count;
    return content;
  }

  /** An independent copy; of an invalid object an invalid one. */
  clone(): AdditionalContent {
    return new AdditionalContent().assign(this);
  }

  /** Whether all fields are the same. @mirrors AdditionalContent::Equals */
  equals(rhs: AdditionalContent): boolean {
    return this.type === rhs.type && this.title === rhs.title && this.count === rhs.count;
  }

  /** @mirrors AdditionalContent::Type */
  get type(): AdditionalContentType {
    return this.fields.type;
  }

  set type(value: AdditionalContentType) {
    this.change("type", enumArgument("type", AdditionalContentType, value));
  }

  /**
   * @throws {ArgumentError} when not a number, {@link ArgumentRangeError} for one that the enum does not have
   * @mirrors AdditionalContent::SetType
   */
  setType(type: AdditionalContentType): void {
    this.type = type;
  }

  /** Question of a poll, name of a thread. @mirrors AdditionalContent::Title */
  get title(): string | undefined {
    return this.fields.title;
  }

  set title(value: string | undefined) {
    this.change("title", optionalArgument("title", value, textArgument));
  }

  /** @throws {ArgumentError} when not a string nor undefined. @mirrors AdditionalContent::SetTitle */
  setTitle(title: string | undefined): void {
    this.title = title;
  }

  /** How many pieces of this type. @mirrors AdditionalContent::Count */
  get count(): number {
    return this.fields.count;
  }

  set count(value: number) {
    this.change("count", integerArgument("count", value, 0, MAX_COUNT));
  }

  /**
   * @param count 0 to 255. @throws {ArgumentError} when not an integer, {@link ArgumentRangeError} outside
   * @mirrors AdditionalContent::SetCount
   */
  setCount(count: number): void {
    this.count = count;
  }
}
