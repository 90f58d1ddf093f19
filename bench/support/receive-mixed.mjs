// Speakers who are heard together: jitter buffers, decoders and a mix here; decoders alone there.
import { encoded, userIds } from "./receive-opus.mjs";
import { codecFloor } from "./codec-floor.mjs";
import { settled } from "./send-opus.mjs";
import { packedPackets } from "./sound.mjs";
import { threadPerItem } from "./thread-time.mjs";

const SPEAKERS = 20;
const SECONDS = 4;

/** A connection whose call is mixed. */
async function listening({ channelOf, ca }) {
  // The mix has no public door for bots: the connection under both doors is used.
  const [
    { VoiceConnection },
    { loadAddon },
    { openSocket, systemClock, TrustedRoots },
    { parseVoiceServer },
  ] = await Promise.all([
    import("../../dist/call/index.js"),
    import("../../dist/native/index.js"),
    import("../../dist/net/index.js"),
    import("../../dist/protocol/index.js"),
  ]);
  const { guildId, channelId, adapterCreator } = channelOf(0);
  const adapter = adapterCreator({
    onVoiceStateUpdate: (state) => connection.voiceStateUpdate(BigInt(state.user_id), state.session_id),
    onVoiceServerUpdate: (server) => connection.voiceServerUpdate(parseVoiceServer(server)),
  });
  const connection = new VoiceConnection({
    addon: loadAddon(),
    serverId: BigInt(guildId),
    userId: undefined,
    signalling: {
      requestSession: () => adapter.sendPayload({ op: 4, d: { guild_id: guildId, channel_id: channelId } }),
      leave: () => undefined,
    },
    openSocket,
    socket: { userAgent: "bench", roots: new TrustedRoots(ca), agent: undefined },
    clock: systemClock,
    randomBytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
    e2ee: "preferred",
    preferredMode: "aead_aes256_gcm_rtpsize",
  });
  const connected = new Promise((resolve) => connection.on("status", (status) => status === 4 && resolve()));
  let mixed = 0;
  connection.on("received", (batch) => (mixed += batch.byteLength));
  connection.join();
  await connected;
  connection.media.openPcmOutput();
  return { packets: () => connection.media.getStats().packetsReceived, mixed: () => mixed };
}

/** @param measure counts, and says what each packet cost */
async function mix({ ask, stranger }, measure, listener, speakers = SPEAKERS) {
  const before = listener.mixed();
  await ask("speak", { count: speakers, packets: encoded(stranger), burst: false });
  await settled();
  const done = await measure(listener.packets, SECONDS);
  if (listener.mixed() === before) throw new Error("nothing was mixed");
  await ask("silence");
  return done;
}

export const ours = async (tools) => mix(tools, tools.cpuPerItem, await listening(tools));
/** Growing numbers of speakers: the figure is of the last one. */
export const growing = (counts) => async (tools) => {
  const listener = await listening(tools);
  const points = [];
  let last;
  for (const count of counts) {
    last = await mix(tools, tools.cpuPerItem, listener, count);
    points.push([count, last.figure]);
  }
  return { ...last, growth: { of: "speakers", lines: [{ points }] } };
};
/** The media thread's part of it. */
export const oursOnMediaThread = async (tools) =>
  mix(tools, threadPerItem("sdkpp-media"), await listening(tools));

/** Decoding and adding up in a bare loop. */
export const floor = ({ stranger }) => codecFloor("mix", packedPackets(stranger("opusscript"), 100), SECONDS);

export async function peer({ ask, stranger, joinPeer, cpuPerItem }) {
  const codec = decoderMaker(stranger);
  const connection = await joinPeer(0);
  let count = 0;
  for (const userId of userIds(SPEAKERS)) {
    const decoder = codec();
    connection.receiver.subscribe(userId).on("data", (packet) => {
      if (decoder.decode(packet).length > 0) count += 1;
    });
  }
  await ask("speak", { count: SPEAKERS, packets: encoded(stranger), burst: false });
  await settled();
  return cpuPerItem(() => count, SECONDS);
}

function decoderMaker(stranger) {
  try {
    const { OpusEncoder } = stranger("@discordjs/opus");
    return () => new OpusEncoder(48_000, 2);
  } catch {
    const OpusScript = stranger("opusscript");
    return () => new OpusScript(48_000, 2, OpusScript.Application.AUDIO);
  }
}
