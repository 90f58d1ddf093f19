// Calls that go on in another process, over the real wire: the platform and the listener know nothing of it.
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ClaimTable } from "../../../lib/call/handover/claims.js";
import { CallOwner, type CallPlace, type SealedCall } from "../../support/call-owner.js";
import { waitFor } from "../../support/wait-for.js";
import { EncryptedChannel, speak, type Member } from "../encryption/support-encrypted-channel.js";

const CALL = "the call";
/** Packets are heard this long before a move and behind it. */
const PACKETS = 20;

let channel: EncryptedChannel;
let listener: Member;
let place: CallPlace;
let heard: number[];
let owners: CallOwner[];
let table: ClaimTable;

/** The number in a packet of the owner; silence between has none. */
function numberOf(data: Uint8Array): number | undefined {
  return data.length > 5 ? Buffer.from(data.buffer, data.byteOffset).readUInt32LE(1) : undefined;
}

async function read(packets: AsyncIterable<{ data: Uint8Array }>): Promise<void> {
  for await (const { data } of packets) {
    const number = numberOf(data);
    if (number !== undefined) heard.push(number);
  }
}

async function hearMore(): Promise<void> {
  const before = heard.length;
  await waitFor("more packets", () => heard.length >= before + PACKETS);
}

async function startOwner(): Promise<CallOwner> {
  const owner = await CallOwner.start(table);
  owners.push(owner);
  return owner;
}

/** A move that has begun: the call is sealed, and stands still. */
async function begin(from: CallOwner, to: CallOwner) {
  const fence = table.fenceOf(CALL) + 1n;
  const move = { call: CALL, fence, source: nameOf(from), target: nameOf(to) };
  const { invitation } = await to.do("invite", { move });
  from.relayTo(to);
  const outcome = from.do("handOver", { invitation, move }).then((report) => report["outcome"]);
  const call = (await from.answer("sealed")) as unknown as SealedCall;
  return { move, outcome, call };
}

/** @returns the process that has the call then */
async function move(from: CallOwner, to: CallOwner): Promise<CallOwner> {
  const { call, outcome, move: which } = await begin(from, to);
  await to.do("take", { ...place, ...call, move: which });
  await from.do("taken");
  await to.answer("connected");
  await from.do("whole");
  expect(await outcome).toBe("taken");
  expect(await from.do("sessions")).toMatchObject({ count: 0 });
  return to;
}

const nameOf = (owner: CallOwner): string => `owner ${String(owners.indexOf(owner))}`;

/** Sequence numbers, of 16 bits, that are missing between the first and the last. */
function missing(sequences: readonly number[]): number[] {
  const seen = new Set(sequences);
  const length = ((sequences.at(-1)! - sequences[0]!) & 0xffff) + 1;
  return Array.from({ length }, (_, at) => (sequences[0]! + at) & 0xffff).filter((each) => !seen.has(each));
}

const consecutive = (): number[] => heard.map((_number, at) => heard[0]! + at);

beforeEach(async () => {
  channel = await EncryptedChannel.open(3);
  heard = [];
  owners = [];
  table = new ClaimTable();
  listener = await channel.enter(0);
  const bot = await channel.bot(1);
  const { guildId, channelIds } = channel.guild;
  const grant = await bot.askToJoin(guildId, channelIds[0]);
  place = { grant, ca: channel.platform.endpoints.ca, listenTo: String(listener.userId) };
  const stream = listener.voice.receiver.subscribe(bot.userId, { format: "opus" });
  read(stream).catch(() => undefined);
});

afterEach(async () => {
  for (const owner of owners) owner.kill();
  await channel.close();
});

describe("a call that moves", () => {
  test("between processes: every packet is heard once and in order, with one code and no new epoch", async () => {
    let owner = await startOwner();
    await owner.join(place);
    const next = [await startOwner(), await startOwner()];
    speak(listener);
    await hearMore();
    const before = await owner.do("encryption");
    for (const successor of next) {
      owner = await move(owner, successor);
      await hearMore();
    }
    const received = (await Promise.all(owners.map((each) => each.heard()))).flat();
    expect(received.length).toBeGreaterThan(2 * PACKETS);
    expect([missing(received), new Set(received).size]).toEqual([[], received.length]);
    expect(heard).toEqual(consecutive());
    const { state, epoch, privacyCode } = await owner.do("encryption");
    expect({ state, epoch, privacyCode }).toEqual({
      state: "on",
      epoch: before["epoch"],
      privacyCode: listener.voice.encryption.privacyCode,
    });
    const { counters } = await channel.platform.control.voice.stats();
    expect(counters).toMatchObject({ refused: 0, replayed: 0, e2eeEarly: 0 });
    expect(listener.failures).toEqual([]);
    expect(owners.flatMap(({ reports }) => reports).filter(({ did }) => did === "left")).toEqual([]);
  });

  test("follows who comes and goes afterwards", async () => {
    const first = await startOwner();
    await first.join(place);
    const second = await startOwner();
    await hearMore();
    await move(first, second);
    const guest = await channel.enter(2);
    const code = await channel.settled();
    await waitFor("the new code", () => guest.voice.encryption.privacyCode === code);
    await hearMore();
    expect(await second.do("encryption")).toMatchObject({ state: "on", privacyCode: code });
    channel.leave(guest);
    await waitFor("the guest to be gone", () => listener.voice.encryption.privacyCode !== code);
    await hearMore();
    expect(heard).toEqual(consecutive());
  });

  test("goes on where it was when nobody takes it, and is refused to who comes later", async () => {
    const [owner, late] = [await startOwner(), await startOwner()];
    await owner.join(place);
    await hearMore();
    const { call, outcome, move: which } = await begin(owner, late);
    expect(await outcome).toBe("kept");
    await hearMore();
    await expect(late.do("take", { ...place, ...call, move: which })).rejects.toMatchObject({
      code: "HANDOVER_TOO_LATE",
    });
    expect(await late.do("sessions")).toMatchObject({ count: 0 });
    await hearMore();
    expect(heard).toEqual(consecutive());
    await move(owner, late);
    await hearMore();
    expect(heard).toEqual(consecutive());
  });

  test("that is damaged on its way is refused by name, and goes on where it was", async () => {
    const [owner, other] = [await startOwner(), await startOwner()];
    await owner.join(place);
    await hearMore();
    const { call, outcome, move: which } = await begin(owner, other);
    const sealed = call.sealed.map((byte, at) => (at === call.sealed.length - 20 ? byte ^ 1 : byte));
    await expect(other.do("take", { ...place, ...call, sealed, move: which })).rejects.toMatchObject({
      code: "HANDOVER_DAMAGED",
    });
    expect(await outcome).toBe("kept");
    await hearMore();
    expect(heard).toEqual(consecutive());
  });
});
