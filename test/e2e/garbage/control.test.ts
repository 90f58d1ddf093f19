// Garbage at the control of the platform, over the border of its process: each call is done, or says what is wrong with it.
import { describe, expect, it } from "vitest";
import { TABLE } from "../../../platform/control/table.js";
import { Garbage, GARBAGE_SEED, inputs } from "../../support/garbage.js";
import { PlatformProcess } from "../../support/platform-process.js";
import { expectUnharmed, inParallel } from "./support-doors.js";

/** Operation → how many arguments it takes. */
const METHODS: Readonly<Record<string, number>> = Object.fromEntries(
  TABLE.operations
    .filter((one) => one.arguments.length > 0)
    .map(({ group, name, arguments: all }) => [`${group}.${name}`, all.length]),
);

/** Values that cross to another process and are no JSON, beside some that are. */
const ODD: readonly unknown[] = [
  NaN,
  Infinity,
  -0,
  5n,
  2n ** 70n,
  new Date(NaN),
  new Map([[1, 2]]),
  new Uint8Array(3),
  /x/,
  new Error("odd"),
  undefined,
];

const INPUTS: readonly (readonly [string, object])[] = [
  [
    "users.create",
    {
      username: "u",
      globalName: "U",
      spammer: true,
      premiumType: 2,
      connections: [{ type: "steam", id: "1", name: "s" }],
    },
  ],
  [
    "applications.create",
    {
      name: "A",
      redirectUris: ["http://127.0.0.1/"],
      privileges: ["members"],
      flags: 1n << 33n,
      approvedScopes: ["identify.premium"],
    },
  ],
  [
    "guilds.create",
    {
      name: "G",
      ownerId: "OWNER",
      channels: [{ name: "c", kind: "voice", applicationId: "1" }],
      roles: [{ name: "r", permissions: 1n, colors: [1, 2] }],
      banner: "b",
      features: ["ENHANCED_ROLE_COLORS"],
      tag: "TAG",
    },
  ],
  ["activities.launch", { applicationId: "1", userId: "OWNER", channelId: "1" }],
  ["desktop.start", { userId: "OWNER", approvesAll: true }],
  [
    "interactions.useCommand",
    {
      applicationId: "1",
      userId: "OWNER",
      channelId: "1",
      name: "wave hand",
      kind: "slash",
      options: { to: "1", file: { filename: "a", data: new Uint8Array(1) } },
      locale: "de",
    },
  ],
  [
    "interactions.autocomplete",
    { applicationId: "1", userId: "OWNER", channelId: "1", name: "wave", focused: "to" },
  ],
  [
    "interactions.useComponent",
    { userId: "OWNER", channelId: "1", messageId: "1", customId: "x", values: ["1"] },
  ],
  [
    "interactions.submitModal",
    { interactionId: "1", fields: { story: "x", files: [{ filename: "a", data: [] }] } },
  ],
  ["faults.impair", { seed: 1, loss: 0.1, direction: "in" }],
  ["faults.add", { route: "any", times: 1, what: { status: 500 } }],
];

/** An object as one of the methods takes it, with some of its members changed. */
function changed(garbage: Garbage, method: string, ownerId: string): unknown {
  const good = INPUTS.find(([name]) => name === method)?.[1] ?? {};
  const entries = Object.entries(good).map(([name, value]: [string, unknown]) => [
    name,
    garbage.chance(0.3) ? odd(garbage) : value === "OWNER" ? ownerId : value,
  ]);
  return Object.fromEntries(entries);
}

function odd(garbage: Garbage): unknown {
  return garbage.chance(0.4) ? garbage.pick(ODD) : garbage.value();
}

describe("garbage at the control", () => {
  it.each([
    ["voice.withholdSpeaking", "isWithheld"],
    ["voice.setLatching", "isLatching"],
  ])("a text for the flag of %s is rejected by name", async (method, argument) => {
    await using platform = await PlatformProcess.start();
    await expect(platform.call(method, "yes")).rejects.toMatchObject({
      name: "ArgumentError",
      message: `${argument}: expected true or false, received 'yes'`,
    });
  });

  it(`${inputs(400)} calls succeed or are rejected by name`, async () => {
    const garbage = new Garbage(GARBAGE_SEED + 8);
    await using platform = await PlatformProcess.start();
    const { applicationId, userIds, guildId } = platform.seeded;
    const ids = [applicationId, ...userIds, guildId];
    const surprises: string[] = [];
    await inParallel(4, inputs(400), async () => {
      const method = garbage.pick(Object.keys(METHODS));
      const args = Array.from({ length: METHODS[method] ?? 0 }, () =>
        garbage.chance(0.4)
          ? garbage.pick(ids)
          : garbage.chance(0.4)
            ? changed(garbage, method, userIds[0])
            : odd(garbage),
      );
      const error = await platform.call(method, ...args).then(
        () => undefined,
        (reason: unknown) => reason as Error,
      );
      if (error === undefined || isRejection(error)) return;
      surprises.push(`${method}: ${error.name}: ${error.message}`);
    });
    expect({ seed: GARBAGE_SEED, surprises }).toEqual({ seed: GARBAGE_SEED, surprises: [] });
    await platform.call("faults.clear");
    await expectUnharmed(platform);
  });
});

/** Of an argument: named, with what it must be; or of something that there is not. */
function isRejection({ name, message }: Error): boolean {
  if (name === "ArgumentError" || name === "ArgumentRangeError")
    return /^[\w.[\]]+(: a key)?: expected .+, received /.test(message);
  return name === "RangeError" && message !== "" && !/call stack|Invalid (time|array)/i.test(message);
}
