import { ACTIVITY_LENGTHS } from "../../wire/index.js";
import { addressOf, textOf } from "./activity-arguments.js";
import { field, optional } from "./field.js";
import { filled, valueObject, type ValuesOf } from "./value-object.js";

interface ActivityAssetsMembers {
  /**
   * Key of an uploaded image, which is converted to lower case, or an address; 1–300 characters.
   * @mirrors ActivityAssets::LargeImage
   */
  largeImage: string | undefined;

  /**
   * Sets {@link largeImage}.
   * @throws {ArgumentError} when not a string, {@link ArgumentRangeError} outside the length
   * @mirrors ActivityAssets::SetLargeImage
   */
  setLargeImage(value: string | undefined): void;

  /** Text of the large image's tooltip; 2–128 characters. @mirrors ActivityAssets::LargeText */
  largeText: string | undefined;

  /**
   * Sets {@link largeText}.
   * @throws {ArgumentError} when not a string, {@link ArgumentRangeError} outside the length
   * @mirrors ActivityAssets::SetLargeText
   */
  setLargeText(value: string | undefined): void;

  /**
   * Address that the large image opens; an http or https address of 1–256 characters.
   * @mirrors ActivityAssets::LargeUrl
   */
  largeUrl: string | undefined;

  /**
   * Sets {@link largeUrl}.
   * @throws {ArgumentError} when not a string, {@link ArgumentRangeError} when not such an address
   * @mirrors ActivityAssets::SetLargeUrl
   */
  setLargeUrl(value: string | undefined): void;

  /** Key of an uploaded image, or an address; 1–300 characters. @mirrors ActivityAssets::SmallImage */
  smallImage: string | undefined;

  /**
   * Sets {@link smallImage}.
   * @throws {ArgumentError} when not a string, {@link ArgumentRangeError} outside the length
   * @mirrors ActivityAssets::SetSmallImage
   */
  setSmallImage(value: string | undefined): void;

  /** Text of the small image's tooltip; 2–128 characters. @mirrors ActivityAssets::SmallText */
  smallText: string | undefined;

  /**
   * Sets {@link smallText}.
   * @throws {ArgumentError} when not a string, {@link ArgumentRangeError} outside the length
   * @mirrors ActivityAssets::SetSmallText
   */
  setSmallText(value: string | undefined): void;

  /**
   * Address that the small image opens; an http or https address of 1–256 characters.
   * @mirrors ActivityAssets::SmallUrl
   */
  smallUrl: string | undefined;

  /**
   * Sets {@link smallUrl}.
   * @throws {ArgumentError} when not a string, {@link ArgumentRangeError} when not such an address
   * @mirrors ActivityAssets::SetSmallUrl
   */
  setSmallUrl(value: string | undefined): void;

  /**
   * Banner of invites: a key or an address, 1–300 characters. Default: the application's cover.
   * @mirrors ActivityAssets::InviteCoverImage
   */
  inviteCoverImage: string | undefined;

  /**
   * Sets {@link inviteCoverImage}.
   * @throws {ArgumentError} when not a string, {@link ArgumentRangeError} outside the length
   * @mirrors ActivityAssets::SetInviteCoverImage
   */
  setInviteCoverImage(value: string | undefined): void;
}

/** Images of an activity. A value object: copies are independent. @mirrors ActivityAssets */
export class ActivityAssets extends valueObject<ActivityAssetsMembers>({
  largeImage: field(optional(textOf(ACTIVITY_LENGTHS.image)), undefined),
  largeText: field(optional(textOf(ACTIVITY_LENGTHS.imageText)), undefined),
  largeUrl: field(optional(addressOf(ACTIVITY_LENGTHS.imageUrl)), undefined),
  smallImage: field(optional(textOf(ACTIVITY_LENGTHS.image)), undefined),
  smallText: field(optional(textOf(ACTIVITY_LENGTHS.imageText)), undefined),
  smallUrl: field(optional(addressOf(ACTIVITY_LENGTHS.imageUrl)), undefined),
  inviteCoverImage: field(optional(textOf(ACTIVITY_LENGTHS.image)), undefined),
}) {
  declare static readonly nullobj: ActivityAssets;

  /** @internal values of the platform may exceed the limits of the setters */
  static of(values: Partial<ValuesOf<ActivityAssetsMembers>>): ActivityAssets {
    return filled(new ActivityAssets(), values);
  }
}
