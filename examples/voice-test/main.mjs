// A voice test in ten lines: Ada speaks in the call of a lobby, and Ben hears it. Run it with: node main.mjs
import test from "node:test";
import { startPlatform } from "@sdkpp/platform";
import { openCast } from "@sdkpp/testing";

const hello = new URL("../demo/speech.wav", import.meta.url);

await test("the team hears who speaks", async (t) => {
  const platform = await startPlatform();
  const cast = await openCast(platform);
  t.after(() => cast.close().then(() => platform.stop()));
  const [ada, ben] = await Promise.all([cast.actor("ada"), cast.actor("ben")]);
  for (const player of [ada, ben]) await player.joinVoice(await player.joinLobby("match-42"));
  await ada.speak(hello);
  await ben.heard(ada, { of: hello, within: 5000, atLeast: { seconds: 1, estoi: 0.8 } });
});
