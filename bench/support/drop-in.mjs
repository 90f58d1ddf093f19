// A bot of @discordjs/voice plays a file of Ogg Opus, on the package itself and on ours of the same surface.
import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { OggFile } from "../../dist/voice/recording/ogg-file.js";
import { opusPackets } from "./sound.mjs";

const PACKET_SAMPLES = 960;
/** 20 ms each; longer than any of these benches. */
const PACKETS = 3000;

/** @param measure is given `ask` of the sink while the file plays */
export function dropIn(measure) {
  const side = (loaded) => async (context) => {
    const voice = await loaded(context);
    const folder = await mkdtemp(join(tmpdir(), "sdkpp-bench-"));
    try {
      const file = join(folder, "sound.ogg");
      await writeOgg(file, opusPackets(context.stranger("opusscript"), 100));
      await play(voice, context, file);
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

async function play(voice, { channelOf, ca }, file) {
  const connection = voice.joinVoiceChannel({ ...channelOf(0), daveEncryption: false, ca });
  connection.on("error", (error) => process.stderr.write(`${String(error)}\n`));
  await voice.entersState(connection, "ready", 30_000);
  const player = voice.createAudioPlayer();
  connection.subscribe(player);
  const { createReadStream } = await import("node:fs");
  player.play(voice.createAudioResource(createReadStream(file), { inputType: voice.StreamType.OggOpus }));
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

export const seconds = (time) => new Promise((resolve) => setTimeout(resolve, time * 1000));
