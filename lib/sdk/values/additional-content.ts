import { AdditionalContentType, enumToString } from "../../enums/index.js";
import { field, integer, oneOf, optional, text } from "./field.js";
import { valueObject } from "./value-object.js";

const MAX_COUNT = 255;

interface AdditionalContentMembers {
  /** Kind of content. @mirrors AdditionalContent::Type */
  type: AdditionalContentType;

  /**
   * Sets {@link type}.
   * @throws {ArgumentError} when not a number, {@link ArgumentRangeError} for a value that the enum does not have
   * @mirrors AdditionalContent::SetType
   */
  setType(type: AdditionalContentType): void;

  /** Question of a poll, or name of a thread. @mirrors AdditionalContent::Title */
  title: string | undefined;

  /**
   * Sets {@link title}.
   * @throws {ArgumentError} when not a string
   * @mirrors AdditionalContent::SetTitle
   */
  setTitle(title: string | undefined): void;

  /** Number of pieces of this kind; 0–255. @mirrors AdditionalContent::Count */
  count: number;

  /**
   * Sets {@link count}.
   * @throws {ArgumentError} when not an integer, {@link ArgumentRangeError} outside the range
   * @mirrors AdditionalContent::SetCount
   */
  setCount(count: number): void;
}

/**
 * Content of a message that a game cannot show. A value object: copies are independent.
 * @mirrors AdditionalContent
 */
export class AdditionalContent extends valueObject<AdditionalContentMembers>({
  type: field(oneOf(AdditionalContentType), AdditionalContentType.Other),
  title: field(optional(text), undefined),
  count: field(integer(0, MAX_COUNT), 0),
}) {
  declare static readonly nullobj: AdditionalContent;

  /** Gives the name of a kind. @mirrors AdditionalContent::TypeToString */
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

  /** Whether all fields are equal. @mirrors AdditionalContent::Equals */
  equals(rhs: AdditionalContent): boolean {
    return this.type === rhs.type && this.title === rhs.title && this.count === rhs.count;
  }
}
