// Rooms of our clients only, without cuts: a change of members costs nobody a frame.
import { afterEach, expect, test } from "vitest";
import { waitFor } from "../../support/wait-for.js";
import { EncryptedChannel, PacketLog, speak, type Member } from "./support-encrypted-channel.js";

/** `npm run soak` asks for more. */
const CHANGES = Number(process.env["SDKPP_NO_LOSS_CHANGES"] ?? 100);
/** They come and go side by side. */
const LANES = 2;
/** Taken in turn, because the main gateway limits how often each may say something. */
const GUESTS_PER_LANE = 10;

let channel: EncryptedChannel;

afterEach(() => channel.close());

/** Half of them in, half of them out. */
async function comeAndGo(lane: number, witness: Member): Promise<void> {
  const isIn = ({ userId }: Member) =>
    witness.voice.encryptedMembers.some((member) => member.userId === userId);
  for (let change = 0; change < CHANGES / LANES; change += 2) {
    const guest = await channel.approach(2 + lane * GUESTS_PER_LANE + ((change / 2) % GUESTS_PER_LANE));
    await waitFor("a guest to be in", () => isIn(guest) && guest.voice.encryption.state === "on");
    channel.leave(guest);
    await waitFor("a guest to be out", () => !isIn(guest));
  }
}

test(`no frame is lost in ${CHANGES} changes of members`, { timeout: 30_000 + CHANGES * 300 }, async () => {
  channel = await EncryptedChannel.open(2 + LANES * GUESTS_PER_LANE);
  const [ada, ben] = [await channel.enter(0), await channel.enter(1)];
  await channel.settled();
  const speakers = [ada, ben].map((speaker) => speak(speaker));
  const logs = [PacketLog.of(ben, ada), PacketLog.of(ada, ben)];
  await waitFor("speech", () => logs.every(({ count }) => count > 10));
  const lanes = Array.from({ length: LANES }, (_, lane) => comeAndGo(lane, ada));
  await Promise.all(lanes);
  await channel.settled();
  const heard = logs.map(({ count }) => count);
  await waitFor("speech on", () => logs.every(({ count }, at) => count > heard[at]! + 10));
  for (const playback of speakers) playback.stop();
  const { counters } = await channel.platform.control.voice.stats();
  expect(
    logs.map((log) => log.gaps()),
    JSON.stringify(counters),
  ).toEqual([[], []]);
  const lost = [ada, ben].map(({ voice }) => voice.getStats().speakers.map(({ e2ee }) => e2ee.undecryptable));
  expect(Math.max(0, ...lost.flat())).toBe(0);
  expect(counters).toMatchObject({ e2eeEarly: 0 });
  expect(channel.members.flatMap(({ failures }) => failures)).toEqual([]);
});
