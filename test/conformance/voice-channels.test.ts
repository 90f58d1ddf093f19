// A server's voice channels while people talk: their status, and the start of the call.
import { GatewayIntent, Permission, Scope } from "sdkpp/wire";
import { expect } from "vitest";
import { drop, force, negate, set, unwrap } from "./change.js";
import { row } from "./row.js";
import { scene } from "./scene.js";

const at = scene();
const INTENTS = GatewayIntent.Guilds | GatewayIntent.GuildVoiceStates;
const RULE = "platform/domain/rules/voice/channel-status.ts";
const VIEW = "platform/domain/views/voice/channel-info.ts";

/** A server with a voice channel, one that nobody but its owner sees, and the game's bot with these permissions. */
async function server(
  permissions = Permission.SetVoiceChannelStatus | Permission.ManageChannels,
  { memberIds = [], channels = [] }: Partial<Parameters<typeof at.guild>[0]> = {},
) {
  const guild = at.guild({
    name: "Server",
    memberIds,
    channels: [
      { name: "talk", kind: "voice" },
      { name: "staff", kind: "voice", overwrites: [{ for: "@everyone", deny: Permission.ViewChannel }] },
      ...channels,
    ],
    roles: [{ name: "host", permissions, memberIds: [at.platform.seeded.botUserId] }],
  });
  const [talk, staff] = guild.channels.map(({ id }) => id) as [string, string];
  const socket = await at.botSession(INTENTS);
  const enter = (channelId: string | null) =>
    socket.send(4, { guild_id: guild.id, channel_id: channelId, self_mute: false, self_deaf: false });
  const setStatus = (status: unknown) => at.ask(at.bot, `PUT /channels/${talk}/voice-status`, { status });
  const info = async (fields: readonly string[]) => {
    socket.send(43, { guild_id: guild.id, fields });
    return socket.event<{ guild_id: string; channels: Record<string, unknown>[] }>("CHANNEL_INFO");
  };
  return { guild, talk, staff, socket, enter, setStatus, info };
}

row(58, unwrap(VIEW, "startTimeView", "floor"), async () => {
  const { guild, talk, enter, socket, setStatus, info } = await server();
  enter(talk);
  await socket.event("VOICE_STATE_UPDATE");
  await setStatus("raid at eight");
  const { channels } = await info(["status", "voice_start_time"]);
  const seconds = Math.floor(at.platform.control.clock.now() / 1000);
  expect(channels).toEqual([{ id: talk, status: "raid at eight", voice_start_time: expect.any(Number) }]);
  expect(Math.abs(seconds - Number(channels[0]!["voice_start_time"]))).toBeLessThan(60);
  // The channel itself has neither, alone and among those of its server.
  const { body: one } = await at.ask(at.bot, `GET /channels/${talk}`);
  const { body: all } = await at.ask<object[]>(at.bot, `GET /guilds/${guild.id}/channels`);
  for (const field of ["status", "voice_start_time"])
    for (const shown of [one, ...all]) expect(shown).not.toHaveProperty(field);
});

row(63, set("lib/wire/permissions.ts", "Permission.SetVoiceChannelStatus", 0n), async () => {
  const statusOf = async (permissions: bigint): Promise<number> =>
    (await (await server(permissions)).setStatus("raid")).status;
  expect(await statusOf((1n << 48n) | Permission.ManageChannels)).toBe(204);
  expect(await statusOf(Permission.ManageChannels)).toBe(403);
});

row(87, force(RULE, "setVoiceStatus", "isInside", true), async () => {
  const channels = [{ name: "hall", kind: "voice" }] as const;
  const { guild, talk, enter, socket, setStatus, info } = await server(Permission.SetVoiceChannelStatus, {
    channels,
  });
  // A user outside the channel also needs the permission to manage it.
  const outside = { status: 403, body: { code: 50_013 } };
  expect(await setStatus("from outside")).toMatchObject(outside);
  enter(guild.channels[2]!.id);
  await socket.event("VOICE_STATE_UPDATE");
  expect(await setStatus("from another channel")).toMatchObject(outside);
  enter(talk);
  await socket.event("VOICE_STATE_UPDATE");
  expect(await setStatus("from inside")).toEqual({ status: 204, body: undefined });
  expect((await info(["status"])).channels[0]).toEqual({ id: talk, status: "from inside" });
  expect((await setStatus(null)).status).toBe(204);
  expect((await info(["status"])).channels[0]).toEqual({ id: talk, status: null });
  const line = `PUT /channels/${talk}/voice-status`;
  expect((await at.ask(undefined, line, { status: "x" })).status).toBe(401);
  expect(await at.ask(at.bot, "PUT /channels/1/voice-status", { status: "x" })).toMatchObject({
    status: 404,
    body: { code: 10_003 },
  });
});

row(113, force(VIEW, "channelInfoView", "asked", true), async () => {
  const { guild, talk, info } = await server();
  expect(await info(["status"])).toEqual({ guild_id: guild.id, channels: [{ id: talk, status: null }] });
  expect((await info(["voice_start_time", "topic"])).channels).toEqual([
    { id: talk, voice_start_time: null },
  ]);
  expect((await info([])).channels).toEqual([{ id: talk }]);
});

row(130, drop(VIEW, "channelInfoView", "mayIn"), async () => {
  const { guild, talk, staff, info } = await server();
  expect(await info(["status"])).toEqual({ guild_id: guild.id, channels: [{ id: talk, status: null }] });
  const all = await server(Permission.Administrator);
  expect((await all.info(["status"])).channels.map(({ id }) => id)).toEqual([all.talk, all.staff]);
  expect(staff).not.toBe(talk);
});

row(131, negate(RULE, "changeStatus", "statusOf"), async () => {
  const { guild, talk, socket, setStatus } = await server();
  for (const status of ["first", "first", "second", null]) await setStatus(status);
  const heard = [];
  for (let count = 0; count < 3; count += 1) heard.push(await socket.event("VOICE_CHANNEL_STATUS_UPDATE"));
  expect(heard).toEqual(
    ["first", "second", null].map((status) => ({ id: talk, guild_id: guild.id, status })),
  );
});

row(132, drop("platform/domain/reactions/reactions.ts", "REACTIONS", "followLeave"), async () => {
  const ada = at.user("ada", `${Scope.Identify} ${Scope.Voice} ${Scope.Guilds}`);
  const { guild, talk, enter, socket } = await server(0n, { memberIds: [ada.id] });
  const where = { id: talk, guild_id: guild.id };
  const player = await at.playerSession(ada);
  const move = (channelId: string | null) =>
    player.send(4, { guild_id: guild.id, channel_id: channelId, self_mute: false, self_deaf: false });
  enter(talk);
  const started = await socket.event("VOICE_CHANNEL_START_TIME_UPDATE");
  expect(started).toEqual({ ...where, voice_start_time: expect.any(Number) });
  // Joining later, or leaving others behind, changes nothing.
  const moved = (user_id: string, channel_id: string | null) =>
    socket.next(
      ({ t, d }) =>
        t === "VOICE_STATE_UPDATE" &&
        JSON.stringify(d).includes(`"channel_id":${JSON.stringify(channel_id)}`) &&
        (d as { user_id: string }).user_id === user_id,
      "the voice state",
    );
  move(talk);
  await moved(ada.id, talk);
  enter(null);
  await moved(at.platform.seeded.botUserId, null);
  expect(socket.frames.map(({ t }) => t)).not.toContain("VOICE_CHANNEL_START_TIME_UPDATE");
  move(null);
  expect(await socket.event("VOICE_CHANNEL_START_TIME_UPDATE")).toEqual({
    ...where,
    voice_start_time: null,
  });
});

row(148, set("lib/wire/limits.ts", "VOICE_STATUS_MAX", 501), async () => {
  const { setStatus, info } = await server();
  expect((await setStatus("x".repeat(500))).status).toBe(204);
  expect(await setStatus("y".repeat(501))).toMatchObject({
    status: 400,
    body: { code: 50_035, errors: { status: { _errors: [{ code: "BASE_TYPE_MAX_LENGTH" }] } } },
  });
  expect((await info(["status"])).channels[0]?.["status"]).toBe("x".repeat(500));
});

/** A server whose bot may read the audit log; its newest entry. */
async function audited() {
  const made = await server(
    Permission.SetVoiceChannelStatus | Permission.ManageChannels | Permission.ViewAuditLog,
  );
  const socket = await at.botSession(INTENTS | GatewayIntent.GuildModeration);
  const entry = async () => {
    const { body } = await at.ask<{ audit_log_entries: object[] }>(
      at.bot,
      `GET /guilds/${made.guild.id}/audit-logs`,
    );
    const heard = await socket.event("GUILD_AUDIT_LOG_ENTRY_CREATE");
    expect(heard).toEqual({ ...body.audit_log_entries[0], guild_id: made.guild.id });
    return body.audit_log_entries[0];
  };
  return { ...made, entry };
}

row(57, force(RULE, "auditedStatus.options", "status", true), async () => {
  const { talk, setStatus, entry } = await audited();
  await setStatus("first");
  expect(await entry()).toMatchObject({ options: { channel_id: talk, status: "first" } });
  await setStatus("second");
  expect(await entry()).toMatchObject({ options: { channel_id: talk, status: "second" } });
});

row(70, set("lib/wire/audit-log-events.ts", "AuditLogEvent.VoiceChannelStatusDelete", 192), async () => {
  const { talk, setStatus, entry } = await audited();
  await setStatus("raid");
  expect(await entry()).toMatchObject({
    action_type: 192,
    target_id: talk,
    user_id: at.platform.seeded.botUserId,
  });
  await setStatus(null);
  expect(await entry()).toMatchObject({ action_type: 193, target_id: talk, options: { channel_id: talk } });
});
