// A bot that reads messages aloud with the speech of VOICEVOX, without a changed line.
import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { tone } from "../../support/tone.js";
import { wavOf } from "../../support/wav.js";
import { BotPlace } from "./bot-place.js";
import { findSource } from "./sources.mjs";
import { workplaceOf } from "./workplace.mjs";

const RATE = 24_000;
const HZ = 440;
const { missing } = findSource("discord-song");

describe.skipIf(missing !== undefined)(`discord-song (${missing ?? "76e9802"})`, () => {
  let place: BotPlace;
  let program: string;

  beforeAll(async () => {
    program = await workplaceOf("discord-song");
    place = await BotPlace.start();
  }, 300_000);
  afterAll(() => place.end());

  it("speaks what a person writes, one message after the other", async () => {
    const speech = await startVoicevox(place);
    const bot = await place.startBot({ cwd: program, args: ["index.js"], env: { VOICEVOX: speech.address } });
    await place.untilOnline(["join", "leave"]);
    place.personEnters();
    const heard = await place.listen();
    await place.use("join");
    await place.untilBotIsIn();
    place.say("a sentence");
    place.say("another sentence");
    await bot.until("both sentences", () => heard.of(HZ) > 120);
    await bot.until("silence", () => heard.isQuiet);
    expect(speech.spoken).toEqual(["a sentence", "another sentence"]);
    await place.use("leave");
    expect(bot.output).not.toMatch(/error/i);
  });
});

/** The HTTP interface of VOICEVOX, as far as the bot asks for it; every sentence is a tone of 1.5 s. */
async function startVoicevox(place: BotPlace): Promise<{ address: string; spoken: (string | null)[] }> {
  const spoken: (string | null)[] = [];
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://voicevox");
    if (pathname === "/audio_query") spoken.push(searchParams.get("text"));
    // Samples of 48 kHz sound half as high at half the rate.
    const sound = wavOf(tone(HZ * 2, RATE * 1.5), 1, RATE);
    response.end(pathname === "/synthesis" ? sound : JSON.stringify({ frame_rate: 93.75 }));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  place.undo(() => {
    server.close();
    server.closeAllConnections();
  });
  return { address: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`, spoken };
}
