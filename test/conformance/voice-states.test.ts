// Members of voice channels, without a gateway connection.
import { GatewayIntent, Permission, Scope } from "sdkpp/wire";
import { expect } from "vitest";
import { drop } from "./change.js";
import { row } from "./row.js";
import { scene } from "./scene.js";

const at = scene();
const INTENTS = GatewayIntent.Guilds | GatewayIntent.GuildVoiceStates;
const STATES = "platform/domain/rules/voice/voice-states.ts";

row(96, drop(STATES, "unknownVoiceState", "JsonErrorCode.UnknownVoiceState"), async () => {
  const ada = at.user("ada", `${Scope.Identify} ${Scope.Voice} ${Scope.Guilds}`);
  const { seeded } = at.platform;
  const guild = at.guild({
    name: "Server",
    memberIds: [ada.id],
    everyone: Permission.ViewChannel | Permission.Connect,
    channels: [{ name: "talk", kind: "voice" }],
  });
  const talk = guild.channels[0]!.id;
  const stateOf = (who: string) => at.ask(at.bot, `GET /guilds/${guild.id}/voice-states/${who}`);
  const missing = { status: 404, body: { code: 10_065 } };
  expect(await stateOf(ada.id)).toMatchObject(missing);
  const [player, bot] = [await at.playerSession(ada), await at.botSession(INTENTS)];
  player.send(4, { guild_id: guild.id, channel_id: talk, self_mute: true });
  await player.event("VOICE_SERVER_UPDATE");
  expect(await stateOf(ada.id)).toMatchObject({
    status: 200,
    body: {
      user_id: ada.id,
      channel_id: talk,
      self_mute: true,
      self_deaf: false,
      member: { user: { id: ada.id } },
    },
  });
  expect(await stateOf("@me")).toMatchObject(missing);
  bot.send(4, { guild_id: guild.id, channel_id: talk });
  await bot.event("VOICE_SERVER_UPDATE");
  expect((await stateOf("@me")).body).toMatchObject({ user_id: seeded.botUserId, channel_id: talk });
  player.send(4, { guild_id: guild.id, channel_id: null });
  let heard = await bot.event("VOICE_STATE_UPDATE");
  while (heard["channel_id"] !== null) heard = await bot.event("VOICE_STATE_UPDATE");
  expect(await stateOf(ada.id)).toMatchObject(missing);
});
