// Garbage at the control of the platform, over the border of its process: each call is done, or says what is wrong with it.
import { describe, expect, it } from "vitest";
import { Control } from "../../../platform/control/control.js";
import { Garbage, GARBAGE_SEED, inputs } from "../../support/garbage.js";
import { PlatformProcess } from "../../support/platform-process.js";
import { expectUnharmed, inParallel } from "./support-doors.js";

/** Method → how many arguments it takes. */
const METHODS: Readonly<Record<string, number>> = {
  createApplication: 1,
  createUser: 1,
  createBot: 1,
  as: 1,
  eventWebhooks: 1,
  checkEventWebhook: 1,
  enrollInQuest: 1,
  approvePrivileges: 1,
  setReachableUsers: 2,
  installApplication: 2,
  rotateSigningKey: 0,
  logIn: 1,
  answerDevice: 3,
  setParent: 2,
  setUrlMappings: 2,
  launchActivity: 1,
  leaveActivity: 2,
  createGuild: 1,
  joinGuild: 2,
  makeFriends: 3,
  setApplicationIdentity: 3,
  removeApplicationIdentity: 2,
  acceptInvite: 2,
  renameUser: 2,
  setAvatar: 2,
  setEventInterest: 3,
  setPrimaryGuild: 2,
  votePoll: 3,
  indexMessages: 1,
  signInGuest: 2,
  banUser: 1,
  unbanUser: 1,
  issueTokens: 3,
  revoke: 2,
  impair: 1,
  closeVoice: 2,
  failHttp: 1,
  disableFunctions: 1,
  gatewaySessions: 1,
  closeGateway: 3,
  gatewayReconnect: 2,
  gatewayInvalid: 3,
  overflowGatewayReplay: 1,
  startDesktopApp: 1,
  quitDesktopApp: 1,
  desktopAuthorizations: 1,
  answerDesktopAuthorization: 3,
  clickJoin: 3,
  clickLinkAccount: 2,
  desktopActions: 1,
  setModes: 1,
  setVoiceSeqStart: 1,
  withholdSpeaking: 1,
  setLatching: 1,
  setE2ee: 1,
  setServerFlags: 3,
  beginRegionMove: 1,
  finishRegionMove: 1,
  useCommand: 1,
  autocomplete: 1,
  useComponent: 1,
  submitModal: 1,
  interaction: 1,
  advance: 1,
  setClock: 1,
};

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
    "createUser",
    {
      username: "u",
      globalName: "U",
      spammer: true,
      premiumType: 2,
      connections: [{ type: "steam", id: "1", name: "s" }],
    },
  ],
  [
    "createApplication",
    {
      name: "A",
      redirectUris: ["http://127.0.0.1/"],
      privileges: ["members"],
      flags: 1n << 33n,
      approvedScopes: ["identify.premium"],
    },
  ],
  [
    "createGuild",
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
  ["launchActivity", { applicationId: "1", userId: "OWNER", channelId: "1" }],
  ["startDesktopApp", { userId: "OWNER", approvesAll: true }],
  [
    "useCommand",
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
  ["autocomplete", { applicationId: "1", userId: "OWNER", channelId: "1", name: "wave", focused: "to" }],
  ["useComponent", { userId: "OWNER", channelId: "1", messageId: "1", customId: "x", values: ["1"] }],
  ["submitModal", { interactionId: "1", fields: { story: "x", files: [{ filename: "a", data: [] }] } }],
  ["impair", { seed: 1, loss: 0.1, direction: "in" }],
  ["failHttp", { route: "any", times: 1, what: { status: 500 } }],
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
  it("covers every method with arguments", () => {
    const methods = Object.entries(Object.getOwnPropertyDescriptors(Control.prototype));
    const taking = methods.filter(([, { value }]) => typeof value === "function" && value.length > 0);
    const names = taking.map(([name]) => name).filter((name) => name !== "constructor");
    expect(names.filter((name) => !(name in METHODS))).toEqual([]);
  });

  it.each([
    ["withholdSpeaking", "isWithheld"],
    ["setLatching", "isLatching"],
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
    await platform.call("clearHttpFaults");
    await expectUnharmed(platform);
  });
});

/** Of an argument: named, with what it must be; or of something that there is not. */
function isRejection({ name, message }: Error): boolean {
  if (name === "ArgumentError" || name === "ArgumentRangeError")
    return /^[\w.[\]]+(: a key)?: expected .+, received /.test(message);
  return name === "RangeError" && message !== "" && !/call stack|Invalid (time|array)/i.test(message);
}
