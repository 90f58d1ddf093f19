// What the doctor of bots concludes from what a service sends.
import { describe, expect, it } from "vitest";
import { closingFinding } from "../../../lib/doctor/bot/checks/closings.js";
import { checkIntents } from "../../../lib/doctor/bot/checks/intents.js";
import { checkTimeOut } from "../../../lib/doctor/bot/checks/silence.js";
import { parseGuildFacts, type GuildFacts } from "../../../lib/doctor/bot/guild-facts.js";
import { permissionsIn, wireName } from "../../../lib/doctor/bot/permissions.js";
import { Permission } from "../../../lib/wire/permissions.js";

const BOT = "7";
const { Administrator, Connect, Speak, ViewChannel } = Permission;

describe("a login that the gateway ends", () => {
  it.each([
    [4004, "", "token", "the gateway refuses it (close code 4004)"],
    [
      4014,
      "Disallowed intent(s).",
      "intents",
      /GUILD_VOICE_STATES \(close code 4014, Disallowed intent\(s\)\.\)$/,
    ],
    [4013, "", "intents", /does not know/],
    [4011, "", "gateway", /too many servers/],
    [1006, "connect ECONNREFUSED", "gateway", /could not be reached \(close code 1006, connect/],
    [1015, "", "gateway", /not trusted/],
    [4999, "", "gateway", /it ended the login \(close code 4999\)/],
  ])("with %d %s fails %s", (code, reason, check, found) => {
    const matching = typeof found === "string" ? found : expect.stringMatching(found);
    expect(closingFinding({ code, reason })).toEqual({
      check,
      outcome: "failed",
      found: matching,
      remedy: expect.stringMatching(/^\w/),
    });
  });
});

it.each([
  [{ application: { flags: 0 } }, /has to ask for both$/],
  [{ application: { flags: 1 << 19 } }, /not needed for calls: MESSAGE_CONTENT$/],
  [{ application: { flags: (1 << 15) | (1 << 12) } }, /: GUILD_PRESENCES, GUILD_MEMBERS$/],
  [{}, /has to ask for both$/],
])("%j: the intents of calls, and others that are enabled", (ready, found) => {
  expect(checkIntents(ready)).toMatchObject({ outcome: "ok", found: expect.stringMatching(found) });
});

const bits = (permissions: bigint) => permissions.toString();

/** A server as the gateway sends it, with one channel. */
function guildOf(overwrites: readonly object[], more: object = {}): GuildFacts {
  const guild = {
    id: "1",
    owner_id: "2",
    roles: [
      { id: "1", permissions: bits(ViewChannel | Connect) },
      { id: "3", permissions: bits(Speak) },
      { id: "4", permissions: bits(Administrator) },
    ],
    members: [{ user: { id: BOT }, roles: ["3"] }],
    channels: [{ id: "5", type: 2, permission_overwrites: overwrites }],
    ...more,
  };
  const facts = parseGuildFacts(guild, BOT);
  if (facts === undefined) throw new Error("the guild was not understood");
  return facts;
}

describe("permissions", () => {
  const overwrite = (id: string, allow: bigint, deny: bigint) => ({
    id,
    allow: bits(allow),
    deny: bits(deny),
  });
  it.each<[string, readonly object[], bigint]>([
    ["are those of all roles", [], ViewChannel | Connect | Speak],
    ["lose what the channel denies to everybody", [overwrite("1", 0n, Speak)], ViewChannel | Connect],
    [
      "get back what it allows to a role",
      [overwrite("1", 0n, Speak), overwrite("3", Speak, 0n)],
      ViewChannel | Connect | Speak,
    ],
    [
      "end with what it says of the bot",
      [overwrite(BOT, 0n, Speak), overwrite("3", Speak, 0n)],
      ViewChannel | Connect,
    ],
    [
      "ignore roles of others, and what is none",
      [overwrite("9", 0n, Speak), {}],
      ViewChannel | Connect | Speak,
    ],
  ])("%s", (_claim, overwrites, expected) => {
    const guild = guildOf(overwrites);
    expect(permissionsIn(guild, guild.channels[0]!)).toBe(expected);
  });

  it("of owners and administrators are all", () => {
    const denied = [overwrite("1", 0n, Speak)];
    for (const more of [{ owner_id: BOT }, { members: [{ user: { id: BOT }, roles: ["4"] }] }]) {
      const guild = guildOf(denied, more);
      expect(permissionsIn(guild, guild.channels[0]!) & Speak).toBe(Speak);
    }
  });

  it("have the names of the documentation", () => {
    expect([wireName("ViewChannel"), wireName("UseVad"), wireName("Speak")]).toEqual([
      "VIEW_CHANNEL",
      "USE_VAD",
      "SPEAK",
    ]);
  });
});

it("a time-out ends with its time, and holds for no administrator", () => {
  const member = { user: { id: BOT }, communication_disabled_until: "2026-01-01T00:00:00Z" };
  const until = Date.UTC(2026, 0, 1);
  const timedOut = (roles: readonly string[], nowMs: number) =>
    checkTimeOut(guildOf([], { members: [{ ...member, roles }] }), nowMs).outcome;
  expect([timedOut(["3"], until - 1), timedOut(["3"], until), timedOut(["4"], until - 1)]).toEqual([
    "failed",
    "ok",
    "ok",
  ]);
});

it.each([{}, { id: "1", owner_id: "2" }, { id: 1.5, owner_id: "2", members: [{ user: { id: BOT } }] }])(
  "%j is no server of the bot",
  (guild) => {
    expect(parseGuildFacts(guild, BOT)).toBeUndefined();
  },
);
