import { runFloor } from "./floor.mjs";
import { settled } from "./send-opus.mjs";
import { opusPackets } from "./sound.mjs";

const SPEAKERS = 100;
const SECONDS = 4;

const userIds = (count) => Array.from({ length: count }, (_, at) => String(9_000_000 + at));
const encoded = (stranger) =>
  opusPackets(stranger("opusscript"), 100).map((packet) => packet.toString("base64"));

/** Node's cost of a wake-up of its thread every 20 ms, in microseconds. */
async function wakeUpOfJavaScript(seconds) {
  let count = 0;
  setInterval(() => (count += 1), 20);
  await settled();
  const [before, from] = [process.cpuUsage(), count];
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  const { user, system } = process.cpuUsage(before);
  return (user + system) / (count - from);
}

/** One wake-up of a thread and one of JavaScript for the packets of a tick, and to receive and open each of them. */
async function floor() {
  const { open, wake } = await runFloor("receive", [SECONDS]);
  const wakeUps = ((await wakeUpOfJavaScript(SECONDS)) + wake) / SPEAKERS;
  return { figure: wakeUps + open, limit: 1.3 * wakeUps + open };
}

/** 100 speakers to one receiver, every packet handed to JavaScript as Opus. */
export function receiveOpus({ burst, byCallback = false }) {
  return {
    floor,
    async ours({ ask, stranger, joinOurs, cpuPerItem }) {
      const packets = encoded(stranger);
      const connection = await joinOurs(0);
      let count = 0;
      const take = ({ data }) => {
        if (data.length > 0) count += 1;
      };
      if (byCallback) connection.receiver.onPackets((packets) => packets.forEach(take));
      for (const userId of byCallback ? [] : userIds(SPEAKERS)) {
        void (async () => {
          for await (const packet of connection.receiver.subscribe(userId, { format: "opus" })) take(packet);
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
