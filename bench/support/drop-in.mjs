// A bot of @discordjs/voice plays a file of Ogg Opus, on the package itself and on ours of the same surface.
import { createReadStream } from "node:fs";
import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { OggFile } from "../../dist/voice/recording/ogg-file.js";
import { opusPackets } from "./sound.mjs";

const PACKET_SAMPLES = 960;
/** 20 ms each; longer than any of these benches. */
const PACKETS = 3000;

/** A bot reads the file itself. */
const streamed = async (file, { OggOpus }) => [createReadStream(file), { inputType: OggOpus }];

/**
 * @param measure is given `ask` of the sink while the file plays
 * @param inputOf what `createAudioResource` is given for the file
 */
export function dropIn(measure, inputOf = streamed) {
  const side = (loaded) => async (context) => {
    const voice = await loaded(context);
    const folder = await mkdtemp(join(tmpdir(), "sdkpp-bench-"));
    try {
      const file = join(folder, "sound.ogg");
      await writeOgg(file, opusPackets(context.stranger("opusscript"), 100));
      await play(voice, context, await inputOf(file, voice.StreamType));
      return await measure(context);
    } finally {
      await rm(folder, { recursive: true });
    }
  };
  return {
    ours: side(() => import("@sdkpp/discordjs-voice")),
    peer: side(({ stranger }) => stranger("@discordjs/voice")),
  };
}

async function play(voice, { channelOf, ca }, [input, options]) {
  const connection = voice.joinVoiceChannel({ ...channelOf(0), daveEncryption: false, ca });
  connection.on("error", (error) => process.stderr.write(`${String(error)}\n`));
  await voice.entersState(connection, "ready", 30_000);
  const player = voice.createAudioPlayer();
  connection.subscribe(player);
  player.play(voice.createAudioResource(input, options));
  await voice.entersState(player, "playing", 30_000);
  await seconds(1);
}

async function writeOgg(path, packets) {
  const handle = await open(path, "w");
  const file = new OggFile(
    {
      write: async (bytes, position) => void (await handle.write(bytes, 0, bytes.length, position)),
      truncate: (length) => handle.truncate(length),
      close: () => handle.close(),
    },
    1,
  );
  for (let at = 0; at < PACKETS; at += 1) file.put(packets[at % packets.length], at * PACKET_SAMPLES);
  await file.end(PACKETS * PACKET_SAMPLES);
}

/** Processor time of this process for a second of sound, while nothing else happens. */
export const cpuPerSecond =
  (ofSeconds) =>
  async ({ ask }) => {
    await ask("watch");
    const before = process.cpuUsage();
    await seconds(ofSeconds);
    const { user, system } = process.cpuUsage(before);
    const packets = await ask("watched");
    if (packets.length < ofSeconds * 45) throw new Error(`only ${packets.length} packets came`);
    return { figure: (user + system) / 1000 / ofSeconds, items: packets.length };
  };

export const seconds = (time) => new Promise((resolve) => setTimeout(resolve, time * 1000));
