// Changes on a date: the platform shortly before it, and at its first second.
import type { Platform } from "@sdkpp/platform";
import { E2EE_REQUIRED_FROM, e2eeAt } from "../../../platform/domain/rules/voice/e2ee.js";
import { GatewayIntent, Permission } from "sdkpp/wire";
import { describe, expect, it, test } from "vitest";
import { sendRequest } from "../../support/send-request.js";
import { platformForTest } from "./support-platform.js";
import { FrameSocket } from "./support-socket.js";

type Probe = (platform: Platform) => Promise<unknown>;

const bot = ({ seeded }: Platform): string => `Bot ${seeded.botToken}`;

/** A server in which the bot has a role. */
function server({ control, seeded }: Platform, permissions: bigint) {
  const owner = control.users.create({ username: `owner${String(Math.floor(control.clock.now()))}` });
  const guild = control.guilds.create({
    name: "Server",
    ownerId: owner.id,
    memberIds: [seeded.botUserId],
    roles: [{ name: "Bot", permissions, memberIds: [seeded.botUserId] }],
    channels: [
      { name: "open", kind: "text" },
      { name: "staff", kind: "text", overwrites: [{ for: "@everyone", deny: Permission.ViewChannel }] },
    ],
  });
  return { id: guild.id, channelId: guild.channels[0]!.id };
}

const status = async (platform: Platform, method: string, path: string, body?: unknown): Promise<number> =>
  (await sendRequest(platform, bot(platform), method, path, body)).status;

/** The bot pins a message with the broader permission. */
const pins: Probe = async (platform) => {
  const { channelId } = server(platform, Permission.ManageMessages);
  const path = `/channels/${channelId}/messages`;
  const { body } = await sendRequest<{ id: string }>(platform, bot(platform), "POST", path, { content: "x" });
  return status(platform, "PUT", `${path}/pins/${body.id}`);
};

const makesEvents: Probe = async (platform) => {
  const { id } = server(platform, Permission.ManageEvents);
  const at = (hours: number) => new Date(platform.control.clock.now() + hours * 3_600_000).toISOString();
  return status(platform, "POST", `/guilds/${id}/scheduled-events`, {
    name: "Duel",
    privacy_level: 2,
    entity_type: 3,
    entity_metadata: { location: "Arena" },
    scheduled_start_time: at(1),
    scheduled_end_time: at(2),
  });
};

/** How many channels a bot is told of that sees one of two. */
const channels: Probe = async (platform) => {
  const { id } = server(platform, 0n);
  const { body } = await sendRequest<object[]>(platform, bot(platform), "GET", `/guilds/${id}/channels`);
  return body.length;
};

/** The answer to a second request for all members within a second. */
const members: Probe = async (platform) => {
  const { id } = server(platform, 0n);
  const socket = new FrameSocket(`${platform.endpoints.gateway}?v=10&encoding=json`);
  await socket.op(10);
  const intents = GatewayIntent.Guilds | GatewayIntent.GuildMembers;
  socket.send(2, { token: platform.seeded.botToken, properties: {}, intents });
  await socket.event("READY");
  const all = (nonce: string) => socket.send(8, { guild_id: id, query: "", limit: 0, nonce });
  const answers = ["GUILD_MEMBERS_CHUNK", "RATE_LIMITED"];
  all("first");
  await socket.next(({ t }) => answers.includes(t ?? ""));
  all("second");
  return (await socket.next(({ t }) => answers.includes(t ?? ""))).t;
};

/** Which connections an application reads. */
const connections: Probe = async ({ control, seeded, ...platform }) => {
  const { id } = control.users.create({
    username: "connected",
    connections: [
      { type: "riotgames", id: "1", name: "new" },
      { type: "leagueoflegends", id: "2", name: "old" },
      { type: "twitch", id: "3", name: "other" },
    ],
  });
  const { access_token: token } = control.tokens.issue(seeded.applicationId, id, "connections");
  const whole = { control, seeded, ...platform } as Platform;
  const { body } = await sendRequest<{ name: string }[]>(
    whole,
    `Bearer ${token}`,
    "GET",
    "/users/@me/connections",
  );
  return body.map(({ name }) => name);
};

describe("the platform", () => {
  test.each<[string, number, Probe, before: unknown, after: unknown]>([
    [
      "2025-10-01: requests for all members",
      Date.UTC(2025, 9, 1),
      members,
      "GUILD_MEMBERS_CHUNK",
      "RATE_LIMITED",
    ],
    ["2026-02-23: managing messages and pins", Date.UTC(2026, 1, 23), pins, 204, 403],
    ["2026-02-23: managing events and creating them", Date.UTC(2026, 1, 23), makesEvents, 200, 403],
    ["2026-07-10: older connections", Date.UTC(2026, 6, 10), connections, ["old", "other"], ["other"]],
    ["2026-11-16: channels that a bot does not see", Date.UTC(2026, 10, 16), channels, 2, 1],
  ])("%s", async (_name, moment, probe, before, after) => {
    for (const [now, expected] of [
      // The clock runs meanwhile.
      [moment - 30_000, before],
      [moment, after],
    ] as const) {
      const platform = await platformForTest();
      await platform.control.clock.set(now);
      expect(await probe(platform)).toEqual(expected);
    }
  });

  it("2026-03-01: calls without end-to-end encryption", () => {
    expect(e2eeAt("required", E2EE_REQUIRED_FROM - 1000)).toBe("optional");
    expect(e2eeAt("required", E2EE_REQUIRED_FROM)).toBe("required");
  });
});
