import { ACTIVITY_BUTTONS_MAX, ACTIVITY_LENGTHS, ArgumentRangeError } from "../../wire/index.js";
import { enumArgument, idArgument, type IdLike } from "../argument.js";
import { ActivityTypes, StatusDisplayTypes, type ActivityGamePlatforms } from "../enums.js";
import { optionalAddress, optionalText, platformsArgument, textOrNothing } from "./activity-arguments.js";
import { copyOf, optionalCopyOf } from "./copy-of.js";
import { ActivityAssets } from "./activity-assets.js";
import { ActivityButton } from "./activity-button.js";
import { ActivityParty } from "./activity-party.js";
import { ActivitySecrets } from "./activity-secrets.js";
import { ActivityTimestamps } from "./activity-timestamps.js";
import { ValueObject } from "./value-object.js";

interface ActivityFields {
  name: string;
  type: ActivityTypes;
  statusDisplayType: StatusDisplayTypes | undefined;
  state: string | undefined;
  stateUrl: string | undefined;
  details: string | undefined;
  detailsUrl: string | undefined;
  applicationId: bigint | undefined;
  parentApplicationId: bigint | undefined;
  assets: ActivityAssets | undefined;
  timestamps: ActivityTimestamps | undefined;
  party: ActivityParty | undefined;
  secrets: ActivitySecrets | undefined;
  supportedPlatforms: ActivityGamePlatforms;
  buttons: readonly ActivityButton[];
}

const defaults = (): ActivityFields => ({
  name: "",
  type: ActivityTypes.Playing,
  statusDisplayType: undefined,
  state: undefined,
  stateUrl: undefined,
  details: undefined,
  detailsUrl: undefined,
  applicationId: undefined,
  parentApplicationId: undefined,
  assets: undefined,
  timestamps: undefined,
  party: undefined,
  secrets: undefined,
  supportedPlatforms: 0,
  buttons: [],
});

/** What a player does: rich presence. A value object: copies are independent. @mirrors Activity */
export class Activity extends ValueObject<ActivityFields> {
  static readonly nullobj = Activity.invalid(new Activity());

  constructor() {
    super(defaults);
  }

  /** A copy that takes the content over; `other` becomes invalid. */
  static moveFrom(other: Activity): Activity {
    return new Activity().moveAssign(other);
  }

  /** @internal what the platform tells; the limits are for what is sent */
  static of(fields: Partial<ActivityFields>): Activity {
    const made = new Activity();
    made.fill(fields);
    return made;
  }

  /** An independent copy; of an invalid object an invalid one. */
  clone(): Activity {
    return new Activity().assign(this);
  }

  /**
   * Adds a button, as a copy; nobody sees their own.
   * @throws {ArgumentRangeError} for a third one, or one without label or address
   * @mirrors Activity::AddButton
   */
  addButton(button: ActivityButton): void {
    const { buttons } = this.fields;
    if (buttons.length >= ACTIVITY_BUTTONS_MAX)
      throw new ArgumentRangeError("button", `at most ${String(ACTIVITY_BUTTONS_MAX)}`, "another one");
    const copy = copyOf("button", button, ActivityButton);
    if (copy.label === "" || copy.url === "")
      throw new ArgumentRangeError("button", "a label and a url", "a button without one of them");
    this.change("buttons", [...buttons, copy]);
  }

  /** Copies. @mirrors Activity::GetButtons */
  getButtons(): ActivityButton[] {
    return this.fields.buttons.map((button) => button.clone());
  }

  /** Whether all fields are the same, buttons too. @mirrors Activity::Equals */
  equals(other: Activity): boolean {
    return this.hasSameFields(other);
  }

  /**
   * Shown in place of the application's name; 1–128 characters, "" for the application's.
   * @mirrors Activity::Name
   */
  get name(): string {
    return this.fields.name;
  }

  set name(value: string) {
    this.change("name", textOrNothing("name", value, ACTIVITY_LENGTHS.name));
  }

  /**
   * @throws {ArgumentRangeError} outside the length, {@link TypeError} when not a string
   * @mirrors Activity::SetName
   */
  setName(value: string): void {
    this.name = value;
  }

  /** Games send `Playing`, `Listening`, `Watching` or `Competing`. @mirrors Activity::Type */
  get type(): ActivityTypes {
    return this.fields.type;
  }

  set type(value: ActivityTypes) {
    this.change("type", enumArgument("type", ActivityTypes, value));
  }

  /** @throws {ArgumentRangeError} for a value the enum does not have @mirrors Activity::SetType */
  setType(value: ActivityTypes): void {
    this.type = value;
  }

  /** What stands in the short status; the name unless set. @mirrors Activity::StatusDisplayType */
  get statusDisplayType(): StatusDisplayTypes | undefined {
    return this.fields.statusDisplayType;
  }

  set statusDisplayType(value: StatusDisplayTypes | undefined) {
    this.change(
      "statusDisplayType",
      value === undefined ? undefined : enumArgument("statusDisplayType", StatusDisplayTypes, value),
    );
  }

  /** @throws {ArgumentRangeError} for a value the enum does not have @mirrors Activity::SetStatusDisplayType */
  setStatusDisplayType(value: StatusDisplayTypes | undefined): void {
    this.statusDisplayType = value;
  }

  /** State of the party; 2–128 characters. @mirrors Activity::State */
  get state(): string | undefined {
    return this.fields.state;
  }

  set state(value: string | undefined) {
    this.change("state", optionalText("state", value, ACTIVITY_LENGTHS.text));
  }

  /**
   * @throws {ArgumentRangeError} outside the length, {@link TypeError} when not a string
   * @mirrors Activity::SetState
   */
  setState(value: string | undefined): void {
    this.state = value;
  }

  /** Opened by the state; an http or https address of 2–256 characters. @mirrors Activity::StateUrl */
  get stateUrl(): string | undefined {
    return this.fields.stateUrl;
  }

  set stateUrl(value: string | undefined) {
    this.change("stateUrl", optionalAddress("stateUrl", value, ACTIVITY_LENGTHS.textUrl));
  }

  /**
   * @throws {ArgumentRangeError} outside the length or when no http address, {@link TypeError} when not a string
   * @mirrors Activity::SetStateUrl
   */
  setStateUrl(value: string | undefined): void {
    this.stateUrl = value;
  }

  /** What the player does; 2–128 characters. @mirrors Activity::Details */
  get details(): string | undefined {
    return this.fields.details;
  }

  set details(value: string | undefined) {
    this.change("details", optionalText("details", value, ACTIVITY_LENGTHS.text));
  }

  /**
   * @throws {ArgumentRangeError} outside the length, {@link TypeError} when not a string
   * @mirrors Activity::SetDetails
   */
  setDetails(value: string | undefined): void {
    this.details = value;
  }

  /** Opened by the details; an http or https address of 2–256 characters. @mirrors Activity::DetailsUrl */
  get detailsUrl(): string | undefined {
    return this.fields.detailsUrl;
  }

  set detailsUrl(value: string | undefined) {
    this.change("detailsUrl", optionalAddress("detailsUrl", value, ACTIVITY_LENGTHS.textUrl));
  }

  /**
   * @throws {ArgumentRangeError} outside the length or when no http address, {@link TypeError} when not a string
   * @mirrors Activity::SetDetailsUrl
   */
  setDetailsUrl(value: string | undefined): void {
    this.detailsUrl = value;
  }

  /** Whose activity it is; the platform says, whatever is set. @mirrors Activity::ApplicationId */
  get applicationId(): bigint | undefined {
    return this.fields.applicationId;
  }

  set applicationId(value: IdLike | undefined) {
    this.change("applicationId", value === undefined ? undefined : idArgument("applicationId", value));
  }

  /** @throws {ArgumentError} when not a 64-bit id @mirrors Activity::SetApplicationId */
  setApplicationId(value: IdLike | undefined): void {
    this.applicationId = value;
  }

  /** The publisher's; the platform says, whatever is set. @mirrors Activity::ParentApplicationId */
  get parentApplicationId(): bigint | undefined {
    return this.fields.parentApplicationId;
  }

  set parentApplicationId(value: IdLike | undefined) {
    this.change(
      "parentApplicationId",
      value === undefined ? undefined : idArgument("parentApplicationId", value),
    );
  }

  /** @throws {ArgumentError} when not a 64-bit id @mirrors Activity::SetParentApplicationId */
  setParentApplicationId(value: IdLike | undefined): void {
    this.parentApplicationId = value;
  }

  /** Pictures, as a copy. @mirrors Activity::Assets */
  get assets(): ActivityAssets | undefined {
    return this.fields.assets?.clone();
  }

  set assets(value: ActivityAssets | undefined) {
    this.change("assets", optionalCopyOf("assets", value, ActivityAssets));
  }

  /** @throws {ArgumentError} when no ActivityAssets @mirrors Activity::SetAssets */
  setAssets(value: ActivityAssets | undefined): void {
    this.assets = value;
  }

  /** As a copy. @mirrors Activity::Timestamps */
  get timestamps(): ActivityTimestamps | undefined {
    return this.fields.timestamps?.clone();
  }

  set timestamps(value: ActivityTimestamps | undefined) {
    this.change("timestamps", optionalCopyOf("timestamps", value, ActivityTimestamps));
  }

  /** @throws {ArgumentError} when no ActivityTimestamps @mirrors Activity::SetTimestamps */
  setTimestamps(value: ActivityTimestamps | undefined): void {
    this.timestamps = value;
  }

  /** As a copy. @mirrors Activity::Party */
  get party(): ActivityParty | undefined {
    return this.fields.party?.clone();
  }

  set party(value: ActivityParty | undefined) {
    this.change("party", optionalCopyOf("party", value, ActivityParty));
  }

  /** @throws {ArgumentError} when no ActivityParty @mirrors Activity::SetParty */
  setParty(value: ActivityParty | undefined): void {
    this.party = value;
  }

  /** As a copy; of others always undefined. @mirrors Activity::Secrets */
  get secrets(): ActivitySecrets | undefined {
    return this.fields.secrets?.clone();
  }

  set secrets(value: ActivitySecrets | undefined) {
    this.change("secrets", optionalCopyOf("secrets", value, ActivitySecrets));
  }

  /** @throws {ArgumentError} when no ActivitySecrets @mirrors Activity::SetSecrets */
  setSecrets(value: ActivitySecrets | undefined): void {
    this.secrets = value;
  }

  /**
   * Bits of `ActivityGamePlatforms`: where one can join from; 0: not said.
   * @mirrors Activity::SupportedPlatforms
   */
  get supportedPlatforms(): ActivityGamePlatforms {
    return this.fields.supportedPlatforms;
  }

  set supportedPlatforms(value: ActivityGamePlatforms) {
    this.change("supportedPlatforms", platformsArgument("supportedPlatforms", value));
  }

  /**
   * @throws {ArgumentRangeError} for bits the enum does not have, {@link TypeError} when not an integer
   * @mirrors Activity::SetSupportedPlatforms
   */
  setSupportedPlatforms(value: ActivityGamePlatforms): void {
    this.supportedPlatforms = value;
  }
}
