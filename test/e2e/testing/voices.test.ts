// People on a platform hear each other, in a lobby and in a server's channel; sound runs in real time.
import { readFileSync } from "node:fs";
import { startPlatform, type Platform } from "@sdkpp/platform";
import { openCast, type Actor, type Cast } from "@sdkpp/testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const speech = new URL("../../../examples/demo/speech.wav", import.meta.url);
const FEW = { seconds: 0.5 };

let platform: Platform;
let cast: Cast;
let ada: Actor;
let ben: Actor;

beforeEach(async () => {
  platform = await startPlatform();
  cast = await openCast(platform);
  [ada, ben] = await Promise.all([cast.actor("ada"), cast.actor("ben")]);
});

afterEach(async () => {
  await cast.close();
  await platform.stop();
});

async function meetInLobby(): Promise<void> {
  for (const actor of [ada, ben]) await actor.joinVoice(await actor.joinLobby("room"));
}

async function meetInChannel(): Promise<void> {
  for (const actor of [ada, ben]) await actor.joinVoice(platform.seeded.voiceChannelId);
}

describe.each([
  ["a lobby", meetInLobby],
  ["a server's channel", meetInChannel],
])("in %s", (_name, meet) => {
  it("a file is heard as it was spoken", async () => {
    await meet();
    await ada.speak(speech);
    const figures = await ben.heard(ada, { of: readFileSync(speech), atLeast: { seconds: 1, estoi: 0.8 } });
    expect(figures.estoi).toBeGreaterThan(0.8);
  });

  it("a tone is told from another one, each way", async () => {
    await meet();
    await Promise.all([ada.speak({ hz: 440 }), ben.speak({ hz: 1200 })]);
    await ben.heard(ada, { of: { hz: 440 }, atLeast: FEW });
    await ada.heard(ben, { of: { hz: 1200 }, atLeast: FEW });
    const other = ben.heard(ada, { of: { hz: 1200 }, within: 300 });
    await expect(other).rejects.toMatchObject({ code: "NOT_HEARD", cause: "DAMAGED" });
  });
});
