// A call on a platform in a process of its own: somebody who speaks, and agents who hear.
import { VoiceSession } from "sdkpp/voice";
import { wavOf } from "../../test/support/wav-file.mjs";
import { render } from "../conversation/voices.mjs";
import { msOf, RATE, samplesOf, to48k } from "../conversation/sound.mjs";
import { startServer } from "./servers.mjs";

export const TICKS_PER_MS = 48;
const LOUDEST = 20_000;

export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
export const now = () => Number(process.hrtime.bigint()) / 1e6;

/** @returns the server, and what each of so many members joins with */
export async function openCall(members) {
  const server = await startServer("call", { members });
  return { server, credentials: server.grants.map((grant) => ({ ...grant, ca: server.ca, e2ee: false })) };
}

export async function join(credentials) {
  const session = VoiceSession.fromCredentials({ ...credentials, selfDeaf: false });
  await session.ready();
  return session;
}

/** A sentence of a synthetic voice as a source. @returns it, and how long it lasts, ms */
export function spoken(voice, text) {
  const samples = to48k(render(voice, text));
  const loudest = samples.reduce((most, value) => Math.max(most, Math.abs(value)), 1e-6);
  const pcm = Int16Array.from(samples, (value) => Math.round((value / loudest) * LOUDEST));
  return { source: { type: "wav", file: wavOf(pcm) }, ms: msOf(pcm.length) };
}

/** A tone as a source: each of its blocks is loud. */
export function tone(ms, hz) {
  const pcm = Int16Array.from(
    { length: samplesOf(ms) },
    (_, at) => LOUDEST * Math.sin((2 * Math.PI * hz * at) / RATE),
  );
  return { type: "wav", file: wavOf(pcm) };
}
