import { AdditionalContentType, enumToString } from "../../enums/index.js";
import { field, integer, oneOf, optional, text } from "./field.js";
import { defineFields, ValueObject, type SettersOf } from "./value-object.js";

const MAX_COUNT = 255;

/** The properties of an {@link AdditionalContent}. */
export interface AdditionalContentFields {
  /**
   * Kind of content.
   * @throws {ArgumentError} when not a number, {@link ArgumentRangeError} for a value that the enum does not have
   * @mirrors AdditionalContent::Type, AdditionalContent::SetType
   */
  type: AdditionalContentType;

  /**
   * Question of a poll, or name of a thread.
   * @throws {ArgumentError} when not a string
   * @mirrors AdditionalContent::Title, AdditionalContent::SetTitle
   */
  title: string | undefined;

  /**
   * Number of pieces of this kind; 0–255.
   * @throws {ArgumentError} when not an integer, {@link ArgumentRangeError} outside the range
   * @mirrors AdditionalContent::Count, AdditionalContent::SetCount
   */
  count: number;
}

export interface AdditionalContent extends AdditionalContentFields, SettersOf<AdditionalContentFields> {}

/**
 * Content of a message that a game cannot show. A value object: copies are independent.
 * @mirrors AdditionalContent
 */
export class AdditionalContent extends ValueObject {
  declare static readonly nullobj: AdditionalContent;

  /** Creates one with the defaults, or a copy of `other`. @throws {ArgumentError} when `other` is not of the class */
  constructor(other?: AdditionalContent) {
    super(other);
  }

  /** Gives the name of a kind. @mirrors AdditionalContent::TypeToString */
  static typeToString(type: AdditionalContentType): string {
    return enumToString(AdditionalContentType, type);
  }

  /** Whether all fields are equal. @mirrors AdditionalContent::Equals */
  equals(rhs: AdditionalContent): boolean {
    return this.type === rhs.type && this.title === rhs.title && this.count === rhs.count;
  }
}

defineFields<AdditionalContent>(AdditionalContent, {
  type: field(oneOf(AdditionalContentType), AdditionalContentType.Other),
  title: field(optional(text), undefined),
  count: field(integer(0, MAX_COUNT), 0),
});

/** Makes one from a record. @param kind name of the type */
export function additionalContentOf(record: {
  kind: string;
  title: string | undefined;
  count: number;
}): AdditionalContent {
  const type = AdditionalContentType[record.kind as keyof typeof AdditionalContentType];
  return Object.assign(new AdditionalContent(), { type, title: record.title, count: record.count });
}
