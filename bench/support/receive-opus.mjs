import { settled } from "./send-opus.mjs";
import { opusPackets } from "./sound.mjs";

const SPEAKERS = 100;
const SECONDS = 4;

const userIds = (count) => Array.from({ length: count }, (_, at) => String(9_000_000 + at));
const encoded = (stranger) =>
  opusPackets(stranger("opusscript"), 100).map((packet) => packet.toString("base64"));

/** 100 speakers to one receiver, every packet handed to JavaScript as Opus. */
export function receiveOpus({ burst, byCallback = false }) {
  return {
    async ours({ ask, stranger, joinOurs, cpuPerItem }) {
      const packets = encoded(stranger);
      const connection = await joinOurs(0);
      let count = 0;
      if (byCallback) connection.receiver.onPackets((packets) => (count += packets.length));
      for (const userId of byCallback ? [] : userIds(SPEAKERS)) {
        void (async () => {
          for await (const block of connection.receiver.subscribe(userId, { format: "opus" }))
            if (block.data.length > 0) count += 1;
        })();
      }
      await ask("speak", { count: SPEAKERS, packets, burst });
      await settled();
      return cpuPerItem(() => count, SECONDS);
    },
    async peer({ ask, stranger, joinPeer, cpuPerItem }) {
      const packets = encoded(stranger);
      const connection = await joinPeer(0);
      let count = 0;
      for (const userId of userIds(SPEAKERS)) {
        connection.receiver.subscribe(userId).on("data", (packet) => {
          if (packet.length > 0) count += 1;
        });
      }
      await ask("speak", { count: SPEAKERS, packets, burst });
      await settled();
      return cpuPerItem(() => count, SECONDS);
    },
  };
}

export { encoded, userIds };
