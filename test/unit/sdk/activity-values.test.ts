import { describe, expect, it } from "vitest";
import {
  Activity,
  ActivityAssets,
  ActivityButton,
  ActivityGamePlatforms,
  ActivityInvite,
  ActivityParty,
  ActivitySecrets,
  ActivityTimestamps,
  ActivityTypes,
  StatusDisplayTypes,
} from "../../../lib/index.js";

const text = (length: number): string => "x".repeat(length);
const url = (length: number): string => "https://".padEnd(length, "x");

const button = (label = "Watch", address = "https://a.test"): ActivityButton => {
  const made = new ActivityButton();
  made.label = label;
  made.url = address;
  return made;
};
const party = (id = "p1"): ActivityParty => {
  const made = new ActivityParty();
  made.setId(id);
  made.setCurrentSize(1);
  return made;
};

/** One of each class, with a value in every field. */
const filled = {
  activity(): Activity {
    const made = new Activity();
    made.setName("Mine");
    made.setType(ActivityTypes.Competing);
    made.setStatusDisplayType(StatusDisplayTypes.Details);
    made.setState("In a group");
    made.setStateUrl("https://a.test/s");
    made.setDetails("Level 1");
    made.setDetailsUrl("https://a.test/d");
    made.setApplicationId("1");
    made.setParentApplicationId(2n);
    made.setAssets(filled.assets());
    made.setTimestamps(filled.timestamps());
    made.setParty(party());
    made.setSecrets(filled.secrets());
    made.setSupportedPlatforms(ActivityGamePlatforms.Desktop | ActivityGamePlatforms.PS5);
    made.addButton(button());
    return made;
  },
  assets(): ActivityAssets {
    const made = new ActivityAssets();
    made.setLargeImage("map");
    made.setInviteCoverImage("cover");
    return made;
  },
  timestamps(): ActivityTimestamps {
    const made = new ActivityTimestamps();
    made.setStart(1_700_000_000_000n);
    return made;
  },
  secrets(): ActivitySecrets {
    const made = new ActivitySecrets();
    made.setJoin("secret");
    return made;
  },
};

interface AnyValue {
  [name: string]: unknown;
}
const setterOf = (name: string): string =>
  name === "valid" ? "setIsValid" : `set${name.charAt(0).toUpperCase()}${name.slice(1)}`;

/** Class, field, what it takes, what it refuses with a RangeError, what with a TypeError. */
const limits: [new () => object, string, unknown[], unknown[], unknown[]][] = [
  [Activity, "name", ["", text(1), text(128)], [text(129)], [5, undefined]],
  [Activity, "type", [0, 1, 2, 3, 4, 5, 6], [-1, 7, 1.5], ["0"]],
  [Activity, "statusDisplayType", [undefined, 0, 1, 2], [3, -1], ["0"]],
  [Activity, "details", [undefined, "", text(2), text(128)], [text(1), text(129)], [5]],
  [Activity, "state", [undefined, "", text(2), text(128)], [text(1), text(129)], [null]],
  [Activity, "detailsUrl", [undefined, "", url(10), url(256)], [url(257), "map", "ftp://a.test"], [5]],
  [Activity, "stateUrl", [undefined, "", url(10), url(256)], [url(257), "javascript:0"], [5]],
  [Activity, "applicationId", [undefined, 1n], [], ["x", 5]],
  [Activity, "parentApplicationId", [undefined, 1n], [-1n], ["x"]],
  [Activity, "supportedPlatforms", [0, 1, 9, 255], [-1, 256], [1.5, "1"]],
  [Activity, "assets", [undefined], [], [{}, party()]],
  [Activity, "timestamps", [undefined], [], [{}, 5]],
  [Activity, "party", [undefined], [], [{}, button()]],
  [Activity, "secrets", [undefined], [], ["secret"]],
  ...["largeImage", "smallImage", "inviteCoverImage"].map(
    (name): [new () => object, string, unknown[], unknown[], unknown[]] => [
      ActivityAssets,
      name,
      [undefined, "", text(1), text(300)],
      [text(301)],
      [5],
    ],
  ),
  [ActivityAssets, "largeText", [undefined, text(2), text(128)], [text(1), text(129)], [5]],
  [ActivityAssets, "smallText", [undefined, text(2), text(128)], [text(1), text(129)], [5]],
  [ActivityAssets, "largeUrl", [undefined, url(9), url(256)], [url(257), "x"], [5]],
  [ActivityAssets, "smallUrl", [undefined, url(9), url(256)], [url(257), "x"], [5]],
  [ActivityParty, "id", ["", text(2), text(128)], [text(1), text(129)], [undefined]],
  [ActivityParty, "currentSize", [1, 2 ** 31 - 1], [0, -1, 2 ** 31], [1.5, "1", undefined]],
  [ActivityParty, "maxSize", [0, 2 ** 31 - 1], [-1, 2 ** 31], [1.5, undefined]],
  [ActivityParty, "privacy", [0, 1], [2, -1], ["0"]],
  [ActivitySecrets, "join", ["", text(2), text(128)], [text(1), text(129)], [undefined]],
  [ActivityButton, "label", ["", text(1), text(32)], [text(33)], [undefined]],
  [ActivityButton, "url", ["", url(9), url(512)], [url(513), "x"], [undefined]],
  [ActivityTimestamps, "start", [0n, 10n ** 11n, 2n ** 53n - 1n], [2n ** 53n], [1.5, "x", -1n]],
  [ActivityTimestamps, "end", [0n, 10n ** 11n], [2n ** 53n, -1], [new Date(0), "x"]],
  [ActivityInvite, "senderId", [0n, 2n ** 64n - 1n], [2n ** 64n], ["x", 5]],
  [ActivityInvite, "channelId", [1n], [], [5]],
  [ActivityInvite, "messageId", [1n], [], [5]],
  [ActivityInvite, "applicationId", [1n], [], [5]],
  [ActivityInvite, "parentApplicationId", [1n], [], [5]],
  [ActivityInvite, "type", [0, 1, 5], [2, 3], ["1"]],
  [ActivityInvite, "partyId", ["", "p"], [], [5]],
  [ActivityInvite, "sessionId", ["", "s"], [], [5]],
  [ActivityInvite, "valid", [true, false], [], [1, undefined]],
];

describe.each(limits)("%o.%s", (Type, name, good, outside, wrong) => {
  it("accepts values within its limits, by property and by setter", () => {
    for (const value of good) {
      const [byProperty, bySetter] = [new Type() as AnyValue, new Type() as AnyValue];
      byProperty[name] = value;
      (bySetter[setterOf(name)] as (value: unknown) => void).call(bySetter, value);
      expect([byProperty[name], bySetter[name]]).toEqual([value, value]);
    }
  });

  it("rejects other values by name, and keeps its value", () => {
    const object = new Type() as AnyValue;
    const before = object[name];
    for (const [values, kind] of [
      [outside, RangeError],
      [wrong, TypeError],
    ] as const)
      for (const value of values) expect(() => (object[name] = value), String(value)).toThrow(kind);
    for (const value of [...outside, ...wrong])
      expect(() => (object[name] = value)).toThrow(new RegExp(`^${name === "valid" ? "isValid" : name}: `));
    expect(object[name]).toEqual(before);
  });
});

describe("Activity", () => {
  it("names the limit and the received value", () => {
    const activity = new Activity();
    expect(() => activity.setDetails("x")).toThrow("details: expected 2 to 128 characters, received 1");
    expect(() => party().setCurrentSize(0)).toThrow("currentSize: expected 1 to 2147483647, received 0");
    expect(() => button().setUrl("x")).toThrow(
      "url: expected an http or https address of 1 to 512 characters, received another text",
    );
  });

  it("copies nested objects in and out", () => {
    const given = party();
    const activity = new Activity();
    activity.party = given;
    given.setId("changed");
    activity.party!.setId("changed too");
    expect(activity.party.id).toBe("p1");
    const copy = activity.clone();
    activity.party = undefined;
    expect(copy.party?.id).toBe("p1");
  });

  it("accepts two complete buttons and gives copies", () => {
    const activity = new Activity();
    expect(() => activity.addButton(new ActivityButton())).toThrow(RangeError);
    expect(() => activity.addButton({} as never)).toThrow(TypeError);
    const given = button("One");
    activity.addButton(given);
    given.setLabel("changed");
    activity.addButton(button("Two"));
    expect(() => activity.addButton(button("Three"))).toThrow("expected at most 2");
    activity.getButtons()[0]!.setLabel("changed");
    expect(activity.getButtons().map(({ label }) => label)).toEqual(["One", "Two"]);
  });

  it("is equal when every field is", () => {
    expect(filled.activity().equals(filled.activity())).toBe(true);
    expect(new Activity().equals(new Activity())).toBe(true);
    expect(Activity.nullobj.equals(Activity.nullobj)).toBe(true);
    expect(new Activity().equals(Activity.nullobj)).toBe(false);
  });

  it.each<[string, (activity: Activity) => void]>([
    ["name", (one) => one.setName("Other")],
    ["type", (one) => one.setType(ActivityTypes.Playing)],
    ["statusDisplayType", (one) => one.setStatusDisplayType(undefined)],
    ["state", (one) => one.setState("Alone")],
    ["stateUrl", (one) => one.setStateUrl(undefined)],
    ["details", (one) => one.setDetails("Level 2")],
    ["detailsUrl", (one) => one.setDetailsUrl("https://a.test/other")],
    ["applicationId", (one) => one.setApplicationId(9n)],
    ["parentApplicationId", (one) => one.setParentApplicationId(undefined)],
    ["assets", (one) => one.setAssets(new ActivityAssets())],
    ["timestamps", (one) => one.setTimestamps(undefined)],
    ["party", (one) => one.setParty(party("p2"))],
    ["secrets", (one) => one.setSecrets(new ActivitySecrets())],
    ["supportedPlatforms", (one) => one.setSupportedPlatforms(0)],
    ["buttons", (one) => one.addButton(button("Two"))],
  ])("differs by %s alone", (_name, change) => {
    const other = filled.activity();
    change(other);
    expect([filled.activity().equals(other), other.equals(filled.activity())]).toEqual([false, false]);
  });
});

describe("timestamps", () => {
  it("interpret small values as seconds", () => {
    const timestamps = new ActivityTimestamps();
    timestamps.setStart(1_700_000_000n);
    timestamps.setEnd("1700000000001");
    expect([timestamps.start, timestamps.end]).toEqual([1_700_000_000_000n, 1_700_000_000_001n]);
    timestamps.end = 1_700_000_000_002;
    expect(timestamps.end).toBe(1_700_000_000_002n);
    expect(() => timestamps.setStart(new Date(0) as never)).toThrow(
      "start: expected Unix milliseconds (a whole number, a bigint or a decimal string), received object",
    );
  });
});

describe.each([
  ["Activity", Activity, () => filled.activity()],
  ["ActivityAssets", ActivityAssets, () => filled.assets()],
  ["ActivityTimestamps", ActivityTimestamps, () => filled.timestamps()],
  ["ActivityParty", ActivityParty, () => party()],
  ["ActivitySecrets", ActivitySecrets, () => filled.secrets()],
  ["ActivityButton", ActivityButton, () => button()],
  [
    "ActivityInvite",
    ActivityInvite,
    () => {
      const invite = new ActivityInvite();
      invite.setSenderId(7n);
      return invite;
    },
  ],
] as [string, unknown, () => unknown][])("%s", (_name, constructor, fill) => {
  interface Value {
    isValid(): boolean;
    clone(): Value;
    assign(other: Value): Value;
    moveAssign(other: Value): Value;
  }
  const Type = constructor as (new () => Value) & { nullobj: Value; moveFrom(other: Value): Value };
  const make = fill as () => Value;
  const accessors = Object.entries(Object.getOwnPropertyDescriptors(Type.prototype)).filter(
    ([, { get }]) => get !== undefined,
  );
  const content = (value: Value): string =>
    JSON.stringify(
      accessors.map(([, { get }]) => get!.call(value) as unknown),
      (_key, each: unknown) =>
        typeof each === "bigint" ? String(each) : each instanceof Object && "isValid" in each ? "set" : each,
    );

  it("copies and moves; nullobj stays unchanged", () => {
    const filled = content(make());
    expect(content(make().clone())).toBe(filled);
    expect(content(new Type().assign(make()))).toBe(filled);
    const source = make();
    expect(content(Type.moveFrom(source))).toBe(filled);
    expect([source.isValid(), content(source)]).toEqual([false, content(new Type())]);
    const itself = make();
    expect([itself.moveAssign(itself).isValid(), content(itself)]).toEqual([true, filled]);
    expect([Type.nullobj.isValid(), Type.nullobj.clone().isValid()]).toEqual([false, false]);
    expect(() => Type.nullobj.assign(make())).toThrow("nullobj cannot be changed");
  });
});
