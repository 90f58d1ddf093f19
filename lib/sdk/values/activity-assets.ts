import { ACTIVITY_LENGTHS } from "../../wire/index.js";
import { optionalAddress, optionalText } from "./activity-arguments.js";
import { ValueObject } from "./value-object.js";

interface ActivityAssetsFields {
  largeImage: string | undefined;
  largeText: string | undefined;
  largeUrl: string | undefined;
  smallImage: string | undefined;
  smallText: string | undefined;
  smallUrl: string | undefined;
  inviteCoverImage: string | undefined;
}

const defaults = (): ActivityAssetsFields => ({
  largeImage: undefined,
  largeText: undefined,
  largeUrl: undefined,
  smallImage: undefined,
  smallText: undefined,
  smallUrl: undefined,
  inviteCoverImage: undefined,
});

/** Pictures of an activity. A value object: copies are independent. @mirrors ActivityAssets */
export class ActivityAssets extends ValueObject<ActivityAssetsFields> {
  static readonly nullobj = ActivityAssets.invalid(new ActivityAssets());

  constructor() {
    super(defaults);
  }

  /** A copy that takes the content over; `other` becomes invalid. */
  static moveFrom(other: ActivityAssets): ActivityAssets {
    return new ActivityAssets().moveAssign(other);
  }

  /** @internal what the platform tells; the limits are for what is sent */
  static of(fields: Partial<ActivityAssetsFields>): ActivityAssets {
    const made = new ActivityAssets();
    made.fill(fields);
    return made;
  }

  /** An independent copy; of an invalid object an invalid one. */
  clone(): ActivityAssets {
    return new ActivityAssets().assign(this);
  }

  /**
   * Key of an uploaded picture, which becomes lower case, or an address; 1–300 characters.
   * @mirrors ActivityAssets::LargeImage
   */
  get largeImage(): string | undefined {
    return this.fields.largeImage;
  }

  set largeImage(value: string | undefined) {
    this.change("largeImage", optionalText("largeImage", value, ACTIVITY_LENGTHS.image));
  }

  /**
   * @throws {ArgumentRangeError} outside the length, {@link TypeError} when not a string
   * @mirrors ActivityAssets::SetLargeImage
   */
  setLargeImage(value: string | undefined): void {
    this.largeImage = value;
  }

  /** Shown when one points at the large picture; 2–128 characters. @mirrors ActivityAssets::LargeText */
  get largeText(): string | undefined {
    return this.fields.largeText;
  }

  set largeText(value: string | undefined) {
    this.change("largeText", optionalText("largeText", value, ACTIVITY_LENGTHS.imageText));
  }

  /**
   * @throws {ArgumentRangeError} outside the length, {@link TypeError} when not a string
   * @mirrors ActivityAssets::SetLargeText
   */
  setLargeText(value: string | undefined): void {
    this.largeText = value;
  }

  /**
   * Opened by the large picture; an http or https address of 1–256 characters.
   * @mirrors ActivityAssets::LargeUrl
   */
  get largeUrl(): string | undefined {
    return this.fields.largeUrl;
  }

  set largeUrl(value: string | undefined) {
    this.change("largeUrl", optionalAddress("largeUrl", value, ACTIVITY_LENGTHS.imageUrl));
  }

  /**
   * @throws {ArgumentRangeError} outside the length or when no http address, {@link TypeError} when not a string
   * @mirrors ActivityAssets::SetLargeUrl
   */
  setLargeUrl(value: string | undefined): void {
    this.largeUrl = value;
  }

  /** Key of an uploaded picture, or an address; 1–300 characters. @mirrors ActivityAssets::SmallImage */
  get smallImage(): string | undefined {
    return this.fields.smallImage;
  }

  set smallImage(value: string | undefined) {
    this.change("smallImage", optionalText("smallImage", value, ACTIVITY_LENGTHS.image));
  }

  /**
   * @throws {ArgumentRangeError} outside the length, {@link TypeError} when not a string
   * @mirrors ActivityAssets::SetSmallImage
   */
  setSmallImage(value: string | undefined): void {
    this.smallImage = value;
  }

  /** Shown when one points at the small picture; 2–128 characters. @mirrors ActivityAssets::SmallText */
  get smallText(): string | undefined {
    return this.fields.smallText;
  }

  set smallText(value: string | undefined) {
    this.change("smallText", optionalText("smallText", value, ACTIVITY_LENGTHS.imageText));
  }

  /**
   * @throws {ArgumentRangeError} outside the length, {@link TypeError} when not a string
   * @mirrors ActivityAssets::SetSmallText
   */
  setSmallText(value: string | undefined): void {
    this.smallText = value;
  }

  /**
   * Opened by the small picture; an http or https address of 1–256 characters.
   * @mirrors ActivityAssets::SmallUrl
   */
  get smallUrl(): string | undefined {
    return this.fields.smallUrl;
  }

  set smallUrl(value: string | undefined) {
    this.change("smallUrl", optionalAddress("smallUrl", value, ACTIVITY_LENGTHS.imageUrl));
  }

  /**
   * @throws {ArgumentRangeError} outside the length or when no http address, {@link TypeError} when not a string
   * @mirrors ActivityAssets::SetSmallUrl
   */
  setSmallUrl(value: string | undefined): void {
    this.smallUrl = value;
  }

  /**
   * Banner of invites; key or address, 1–300 characters. The application's cover unless set.
   * @mirrors ActivityAssets::InviteCoverImage
   */
  get inviteCoverImage(): string | undefined {
    return this.fields.inviteCoverImage;
  }

  set inviteCoverImage(value: string | undefined) {
    this.change("inviteCoverImage", optionalText("inviteCoverImage", value, ACTIVITY_LENGTHS.image));
  }

  /**
   * @throws {ArgumentRangeError} outside the length, {@link TypeError} when not a string
   * @mirrors ActivityAssets::SetInviteCoverImage
   */
  setInviteCoverImage(value: string | undefined): void {
    this.inviteCoverImage = value;
  }
}
