// What do a thousand calls cost more that are in a voice process, and kept for the next one, while nothing changes in them?
import { cpuSince, joinThousand } from "./support/kept-calls.mjs";

export const about = {
  title:
    "1,000 calls in a voice process instead of the own one, kept for the next: CPU for that, of one processor",
  unit: "%",
  absolute: 1,
};

const SECONDS = 30;

export async function ours({ channelOf, ca }) {
  const { joinVoiceChannel, VoiceSupervisor } = await import("sdkpp/voice");
  const supervisor = new VoiceSupervisor({ spare: false });
  const measure = async (host) => {
    const join = (at) => joinVoiceChannel({ ...channelOf(at), ca, e2ee: false, ...host });
    const connections = await joinThousand(join);
    const percent = await cpuSince(SECONDS, host.voiceHost?.pid);
    for (const connection of connections) connection.destroy();
    return percent;
  };
  const own = await measure({});
  const hosted = await measure({ voiceHost: supervisor });
  supervisor.close();
  return { figure: hosted - own, notes: [`${hosted.toFixed(1)} % instead of ${own.toFixed(1)} %`] };
}
