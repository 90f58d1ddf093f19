// Voice channels of servers.
import { Permission } from "sdkpp/wire";
import { expect } from "vitest";
import type { Scene } from "../../e2e/platform/authorization-scene.js";
import { set } from "../change.js";
import { operation, read, type Failure } from "./operation.js";
import { idOf, server } from "./server.js";
import { stageHere } from "./stage.js";

const stage = stageHere();
const RULE = "platform/domain/rules/voice/channel-status.ts";
const body = { status: "raid at eight" };

/** A server whose voice channel the bot sees but may not manage. */
function unmanaged({ stage: { platform }, host, botId }: Scene): string {
  const guild = platform.control.guilds.create({
    name: "Unmanaged",
    ownerId: host.id,
    memberIds: [botId],
    channels: [{ name: "talk", kind: "voice" }],
    roles: [{ name: "host", permissions: Permission.SetVoiceChannelStatus, memberIds: [botId] }],
  });
  return `/channels/${guild.channels[0]!.id}/voice-status`;
}

const rejected = (
  claim: string,
  path: (scene: Scene) => string,
  verdict: Failure["verdict"],
  more: { body?: unknown; errors?: readonly string[] } = {},
): Failure => ({
  claim,
  ask: (scene) => ({ path: path(scene), body: more.body ?? body }),
  verdict,
  ...(more.errors && { errors: more.errors }),
});
const status = (scene: Scene): string => `${server(scene).voice}/voice-status`;

operation<undefined>(stage, "update_voice_channel_status", {
  change: set(RULE, "setVoiceStatus.wanted", null),
  ask: (scene) => ({ path: status(scene), body }),
  seenBy: async ({ scene, asked }) => {
    const channelId = idOf(asked.path.replace("/voice-status", ""));
    const { body: channel } = await read(scene, "bot", `/channels/${channelId}`);
    const { guild_id } = channel as { guild_id: string };
    const other = await scene.stage.botSession(scene.stage.otherBot);
    other.send(43, { guild_id, fields: ["status"] });
    const info = await other.event<{ channels: object[] }>("CHANNEL_INFO");
    other.socket.terminate();
    expect(info.channels).toContainEqual({ id: channelId, ...body });
  },
  heard: ({ asked }) => {
    const id = idOf(asked.path.replace("/voice-status", ""));
    const update = ["VOICE_CHANNEL_STATUS_UPDATE", { id, ...body }] as const;
    const entry = [
      "GUILD_AUDIT_LOG_ENTRY_CREATE",
      { action_type: 192, target_id: id, options: body },
    ] as const;
    return { bot: [update, entry], otherBot: [update] };
  },
  failures: [
    rejected("an unknown channel", () => "/channels/1/voice-status", [404, 10_003]),
    rejected("a text channel", (scene) => `${server(scene).text}/voice-status`, [400, 50_024]),
    rejected("from outside, without managing the channel", unmanaged, [403, 50_013]),
    rejected("501 characters", status, [400, 50_035], {
      body: { status: "x".repeat(501) },
      errors: ["status"],
    }),
    rejected("a word in place of the id", () => "/channels/word/voice-status", [400, 50_035], {
      errors: ["channel_id"],
    }),
  ],
});
