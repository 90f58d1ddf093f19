import { Readable } from "node:stream";
import { runFloor } from "./floor.mjs";
import { opusPackets } from "./sound.mjs";

const SECONDS = 4;

function* endless(packets) {
  for (let at = 0; ; at += 1) yield packets[at % packets.length];
}

const FRAME_MS = 20;

/** What a program that knows its packets can do with the peer's connections alone, without players and resources. */
export const LEAN_PEER = "one timer over `prepareAudioPacket` and `dispatchAudio` of @discordjs/voice";

/** Sends the packets by the connections, all with one timer. @returns how many have left */
function lean(connections, packets) {
  let frames = 0;
  let next = performance.now();
  const step = () => {
    const packet = packets[Math.floor(frames / connections.length) % packets.length];
    for (const connection of connections) {
      connection.prepareAudioPacket(packet);
      if (connection.dispatchAudio() === true) frames += 1;
    }
    next += FRAME_MS;
    setTimeout(step, Math.max(0, next - performance.now()));
  };
  step();
  return () => frames;
}

/** The same number of connected sockets in a bare loop. */
export async function sendFloor(ask, streams, seconds = SECONDS) {
  const { port, ssrc } = await ask("expect", streams);
  return runFloor("send", [port, ssrc, streams, seconds]);
}

/** Streams that send the same pre-encoded packets, each by its own playing of them. */
export function sendOpus(streams, { e2ee = false } = {}) {
  return {
    floor: ({ ask }) => sendFloor(ask, streams),
    async ours({ ask, stranger, joinOurs, cpuPerItem }) {
      if (e2ee) await ask("encrypt");
      const packets = opusPackets(stranger("opusscript"), 100);
      const connections = await Promise.all(
        Array.from({ length: streams }, (_, at) => joinOurs(at, { e2ee })),
      );
      for (const connection of connections) connection.play({ type: "opus", packets: endless(packets) });
      await settled();
      return cpuPerItem(
        () => connections.reduce((sum, each) => sum + each.getStats().packetsSent, 0),
        SECONDS,
      );
    },
    async leanPeer({ ask, stranger, joinPeer, cpuPerItem }) {
      if (e2ee) await ask("encrypt");
      const packets = opusPackets(stranger("opusscript"), 100);
      const connections = await Promise.all(
        Array.from({ length: streams }, (_, at) => joinPeer(at, { e2ee })),
      );
      const frames = lean(connections, packets);
      await settled();
      return cpuPerItem(frames, SECONDS);
    },
    async peer({ ask, stranger, joinPeer, cpuPerItem }) {
      if (e2ee) await ask("encrypt");
      const { createAudioPlayer, createAudioResource, StreamType } = stranger("@discordjs/voice");
      const packets = opusPackets(stranger("opusscript"), 100);
      const connections = await Promise.all(
        Array.from({ length: streams }, (_, at) => joinPeer(at, { e2ee })),
      );
      const resources = connections.map((connection) => {
        const player = createAudioPlayer();
        const resource = createAudioResource(Readable.from(endless(packets)), { inputType: StreamType.Opus });
        connection.subscribe(player);
        player.play(resource);
        return resource;
      });
      await settled();
      return cpuPerItem(() => resources.reduce((sum, each) => sum + each.playbackDuration / 20, 0), SECONDS);
    },
  };
}

/** Joining is over and the code is warm. */
export function settled() {
  return new Promise((resolve) => setTimeout(resolve, 1500));
}
