import { ACTIVITY_LENGTHS } from "../../wire/index.js";
import { addressOf, textOf } from "./activity-arguments.js";
import { field, optional } from "./field.js";
import { defineFields, filled, ValueObject, type SettersOf } from "./value-object.js";

/** The properties of an {@link ActivityAssets}. */
export interface ActivityAssetsFields {
  /**
   * Key of an uploaded image, which is converted to lower case, or an address; 1–300 characters.
   * @throws {ArgumentError} when not a string, {@link ArgumentRangeError} outside the length
   * @mirrors ActivityAssets::LargeImage, ActivityAssets::SetLargeImage
   */
  largeImage: string | undefined;

  /**
   * Text of the large image's tooltip; 2–128 characters.
   * @throws {ArgumentError} when not a string, {@link ArgumentRangeError} outside the length
   * @mirrors ActivityAssets::LargeText, ActivityAssets::SetLargeText
   */
  largeText: string | undefined;

  /**
   * Address that the large image opens; an http or https address of 1–256 characters.
   * @throws {ArgumentError} when not a string, {@link ArgumentRangeError} when not such an address
   * @mirrors ActivityAssets::LargeUrl, ActivityAssets::SetLargeUrl
   */
  largeUrl: string | undefined;

  /**
   * Key of an uploaded image, or an address; 1–300 characters.
   * @throws {ArgumentError} when not a string, {@link ArgumentRangeError} outside the length
   * @mirrors ActivityAssets::SmallImage, ActivityAssets::SetSmallImage
   */
  smallImage: string | undefined;

  /**
   * Text of the small image's tooltip; 2–128 characters.
   * @throws {ArgumentError} when not a string, {@link ArgumentRangeError} outside the length
   * @mirrors ActivityAssets::SmallText, ActivityAssets::SetSmallText
   */
  smallText: string | undefined;

  /**
   * Address that the small image opens; an http or https address of 1–256 characters.
   * @throws {ArgumentError} when not a string, {@link ArgumentRangeError} when not such an address
   * @mirrors ActivityAssets::SmallUrl, ActivityAssets::SetSmallUrl
   */
  smallUrl: string | undefined;

  /**
   * Banner of invites: a key or an address, 1–300 characters. Default: the application's cover.
   * @throws {ArgumentError} when not a string, {@link ArgumentRangeError} outside the length
   * @mirrors ActivityAssets::InviteCoverImage, ActivityAssets::SetInviteCoverImage
   */
  inviteCoverImage: string | undefined;
}

export interface ActivityAssets extends ActivityAssetsFields, SettersOf<ActivityAssetsFields> {}

/** Images of an activity. A value object: copies are independent. @mirrors ActivityAssets */
export class ActivityAssets extends ValueObject {
  declare static readonly nullobj: ActivityAssets;

  /** Creates one with the defaults, or a copy of `other`. @throws {ArgumentError} when `other` is not of the class */
  constructor(other?: ActivityAssets) {
    super(other);
  }
}

defineFields<ActivityAssets>(ActivityAssets, {
  largeImage: field(optional(textOf(ACTIVITY_LENGTHS.image)), undefined),
  largeText: field(optional(textOf(ACTIVITY_LENGTHS.imageText)), undefined),
  largeUrl: field(optional(addressOf(ACTIVITY_LENGTHS.imageUrl)), undefined),
  smallImage: field(optional(textOf(ACTIVITY_LENGTHS.image)), undefined),
  smallText: field(optional(textOf(ACTIVITY_LENGTHS.imageText)), undefined),
  smallUrl: field(optional(addressOf(ACTIVITY_LENGTHS.imageUrl)), undefined),
  inviteCoverImage: field(optional(textOf(ACTIVITY_LENGTHS.image)), undefined),
});

/** Makes one from values of the platform, which may exceed the limits of the setters. */
export function activityAssetsOf(values: Partial<ActivityAssetsFields>): ActivityAssets {
  return filled(new ActivityAssets(), values);
}
