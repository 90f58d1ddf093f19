// Does the timeline cost anything where sound is forwarded while nobody follows it?
import { VoiceSession } from "sdkpp/voice";
import { median, short } from "./support/results.mjs";
import { cpuBetween, startServer } from "./support/servers.mjs";

const MEMBERS = 8;
const ROUNDS = 8;
/** 20 ms of Opus: its first byte, and as many as speech has. */
const PACKET = new Uint8Array(160).fill(0x5a).with(0, 0xfc);
const DUE_PER_SECOND = MEMBERS * (MEMBERS - 1) * 50;

export const about = {
  title:
    "packets of 8 speakers forwarded to each other, nobody following the timeline: CPU in parts of that of a platform whose doors have none",
  unit: "",
  absolute: 1.05,
  runs: 3,
  needsNoSink: true,
};

function* endless() {
  for (;;) yield PACKET;
}

/** @returns a call in which everybody speaks */
async function openCall(doors) {
  const server = await startServer("call", { doors, members: MEMBERS });
  const sessions = server.grants.map((grant) =>
    VoiceSession.fromCredentials({ ...grant, ca: server.ca, selfDeaf: false, e2ee: false }),
  );
  await Promise.all(sessions.map((session) => session.ready()));
  for (const session of sessions) session.play({ type: "opus", packets: endless() });
  return { server, sessions, costs: [] };
}

/**
 * Both at the same time: what else the machine does changes between two runs by more than the timeline could cost.
 * @returns µs for a packet, by doors
 */
async function measured(...order) {
  const calls = [];
  for (const doors of order) calls.push({ doors, ...(await openCall(doors)) });
  // Joining is over and the code is warm.
  await seconds(3);
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = await Promise.all(calls.map(({ server }) => server.cost()));
    await seconds(1);
    const after = await Promise.all(calls.map(({ server }) => server.cost()));
    for (const [at, { costs }] of calls.entries()) {
      const packets = after[at].packets - before[at].packets;
      if (packets < DUE_PER_SECOND / 2) throw new Error(`only ${packets} packets were forwarded`);
      costs.push(cpuBetween(before[at], after[at]) / packets);
    }
  }
  for (const { server, sessions } of calls) {
    for (const session of sessions) session.destroy();
    await server.stop();
  }
  return Object.fromEntries(calls.map(({ doors, costs }) => [doors, median(costs)]));
}

/** In both orders: the packets of the call that was opened first are cheaper, whatever its doors. */
export async function ours() {
  const both = [await measured("tapped", "untapped"), await measured("untapped", "tapped")];
  const [first, second] = both.map(({ tapped, untapped }) => tapped / untapped);
  return {
    figure: Math.sqrt(first * second),
    notes: [`${short(first)} opened first, ${short(second)} opened second`],
  };
}

const seconds = (time) => new Promise((resolve) => setTimeout(resolve, time * 1000));
