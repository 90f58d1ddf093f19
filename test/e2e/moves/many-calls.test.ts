// More calls in one voice process than ask their store one after the other.
import { startPlatform } from "@sdkpp/platform";
import { joinVoiceChannel, VoiceSupervisor } from "sdkpp/voice";
import { expect, onTestFinished, test } from "vitest";
import { RawBot } from "../../support/raw-bot.js";
import { waitFor } from "../../support/wait-for.js";

/** As many as a bot may join in a minute, nearly. */
const CALLS = 110;
/** Behind so many a call is kept as it is. */
const KEPT_PACKETS = 75;

test("all calls of a process that is killed, or replaced, go on as they were", async () => {
  const platform = await startPlatform();
  onTestFinished(() => platform.stop());
  const { control, seeded, endpoints } = platform;
  const bot = await RawBot.login(platform, { userId: seeded.botUserId, token: seeded.botToken });
  const supervisor = new VoiceSupervisor();
  onTestFinished(() => supervisor.close());
  const ownerId = seeded.userIds[0];
  let [goneOn, over] = [0, 0];
  const calls = Array.from({ length: CALLS }, (_, at) => {
    const channels = [{ name: "voice", kind: "voice" } as const];
    const memberIds = [seeded.botUserId];
    const guild = control.guilds.create({ name: `Server ${String(at)}`, ownerId, memberIds, channels });
    const place = { guildId: guild.id, channelId: guild.channels[0]!.id };
    const { adapterCreator } = bot;
    const call = joinVoiceChannel({ ...place, adapterCreator, ca: endpoints.ca, voiceHost: supervisor });
    call.on("moved", () => (goneOn += 1));
    call.on("stateChange", (status) => (over += status === "disconnected" ? 1 : 0));
    return call;
  });
  const packets = Array.from({ length: KEPT_PACKETS }, () => Uint8Array.of(0xfc, 0, 0));
  await Promise.all(
    calls.map(async (call) => {
      await call.ready();
      await call.play({ type: "opus", packets }).ended;
    }),
  );
  const joins = bot.sent.length;
  process.kill(supervisor.pid!, "SIGKILL");
  await waitFor("the calls to go on", () => goneOn + over >= CALLS);
  await Promise.all(calls.map((call) => call.ready()));
  // a call that is joined anew asks the main gateway for it
  expect([goneOn, over, bot.sent.length]).toEqual([CALLS, 0, joins]);
  // of a busy machine some may not be taken in time: they are revived
  const { moved, revived } = await supervisor.replaceProcess();
  expect([moved + revived, moved > CALLS / 2]).toEqual([CALLS, true]);
  await waitFor("the calls to go on", () => goneOn + over >= 2 * CALLS);
  await Promise.all(calls.map((call) => call.ready()));
  expect([goneOn, over, bot.sent.length]).toEqual([2 * CALLS, 0, joins]);
});
