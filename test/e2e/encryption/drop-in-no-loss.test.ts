// Bots of the drop-in, as those of @discordjs/voice: a change of members costs nobody a packet.
import { Readable } from "node:stream";
import { afterEach, expect, test } from "vitest";
import {
  createAudioPlayer,
  createAudioResource,
  EndBehaviorType,
  joinVoiceChannel,
  StreamType,
  type AudioPlayer,
  type VoiceConnection,
} from "../../../packages/discordjs-voice/index.js";
import { waitFor } from "../../support/wait-for.js";
import { tonePieces } from "../bot/support-voice-bots.js";
import { EncryptedChannel, PacketLog } from "./support-encrypted-channel.js";

/** `npm run soak` asks for more. */
const CHANGES = Number(process.env["SDKPP_NO_LOSS_CHANGES"] ?? 40);
/** They come and go side by side. */
const LANES = 2;
/** Taken in turn, because the main gateway limits how often each may say something. */
const GUESTS_PER_LANE = 10;

interface Bot {
  readonly userId: string;
  readonly connection: VoiceConnection;
}

let channel: EncryptedChannel;
const bots = new Set<Bot>();
const players: AudioPlayer[] = [];

afterEach(async () => {
  for (const player of players.splice(0)) player.stop(true);
  for (const { connection } of bots) connection.destroy();
  bots.clear();
  await channel.close();
});

async function enter(which: number): Promise<Bot> {
  const raw = await channel.bot(which);
  const connection = joinVoiceChannel({
    guildId: channel.guild.guildId,
    channelId: channel.guild.channelIds[0],
    // Each bot has a client of its own.
    group: String(which),
    adapterCreator: raw.adapterCreator,
    selfDeaf: false,
    ca: channel.platform.endpoints.ca,
  });
  const bot = { userId: raw.userId, connection };
  bots.add(bot);
  return bot;
}

const sessionOf = ({ connection: { state } }: Bot) =>
  "networking" in state ? state.networking.session : undefined;
const hasIn = (bot: Bot, { userId }: Bot): boolean =>
  sessionOf(bot)?.encryptedMembers.some((member) => String(member.userId) === userId) === true;

/** Each plays a tone in pieces of 20 ms. */
function speak({ connection }: Bot): void {
  const player = createAudioPlayer();
  players.push(player);
  connection.subscribe(player);
  const bytes = Readable.from(rawTone(), { objectMode: false, highWaterMark: 4 * 3840 });
  player.play(createAudioResource(bytes, { inputType: StreamType.Raw }));
}

function* rawTone(): Generator<Buffer> {
  for (const { buffer, byteOffset, byteLength } of tonePieces(440))
    yield Buffer.from(buffer, byteOffset, byteLength);
}

const packetsOf = (listener: Bot, speaker: Bot): PacketLog =>
  new PacketLog(
    listener.connection.receiver.subscribe(speaker.userId, { end: { behavior: EndBehaviorType.Manual } }),
  );

/** Half of them in, half of them out. */
async function comeAndGo(lane: number, witness: Bot): Promise<void> {
  for (let change = 0; change < CHANGES / LANES; change += 2) {
    const guest = await enter(2 + lane * GUESTS_PER_LANE + ((change / 2) % GUESTS_PER_LANE));
    await waitFor("a guest to be in", () => hasIn(witness, guest) && hasIn(guest, witness));
    bots.delete(guest);
    guest.connection.destroy();
    await waitFor("a guest to be out", () => !hasIn(witness, guest));
  }
}

const LIMIT_MS = 30_000 + CHANGES * 300;

test(`no packet of the drop-in is lost in ${CHANGES} changes of members`, { timeout: LIMIT_MS }, async () => {
  channel = await EncryptedChannel.open(2 + LANES * GUESTS_PER_LANE);
  const [ada, ben] = [await enter(0), await enter(1)];
  await waitFor("both to be encrypted", () => hasIn(ada, ben) && hasIn(ben, ada));
  speak(ada);
  speak(ben);
  const logs = [packetsOf(ben, ada), packetsOf(ada, ben)];
  await waitFor("speech", () => logs.every(({ count }) => count > 10));
  await Promise.all(Array.from({ length: LANES }, (_, lane) => comeAndGo(lane, ada)));
  const heard = logs.map(({ count }) => count);
  await waitFor("speech on", () => logs.every(({ count }, at) => count > heard[at]! + 10));
  expect(logs.map((log) => log.gaps())).toEqual([[], []]);
  const speakers = [ada, ben].flatMap((bot) => sessionOf(bot)!.getStats().speakers);
  expect(speakers.filter(({ packetsReceived }) => packetsReceived > 0).length).toBeGreaterThan(1);
  expect(Math.max(...speakers.map(({ e2ee }) => e2ee.undecryptable))).toBe(0);
});
