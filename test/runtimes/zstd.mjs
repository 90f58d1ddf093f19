// The platform's zstd-stream on this Node: compressed where it has the codec, in raw blocks elsewhere, read by a decoder
// that is not Node's.
import { createRequire } from "node:module";
import WebSocket from "ws";

const EXPECTED = ["op 10", "READY", "GUILD_CREATE"];

const { startPlatform } = await import(process.argv[2]);
const { Decompress } = createRequire(process.argv[2])("fzstd");

const platform = await startPlatform();
const socket = new WebSocket(`${platform.endpoints.gateway}?v=10&encoding=json&compress=zstd-stream`);
let text = "";
const decoder = new Decompress((data) => (text += Buffer.from(data).toString("utf8")));
const seen = [];

/** Each message of the socket is a whole message of the gateway. */
socket.on("message", (data) => {
  text = "";
  decoder.push(data);
  const { op, t } = JSON.parse(text);
  seen.push(t ?? `op ${op}`);
  if (op === 10)
    socket.send(
      JSON.stringify({ op: 2, d: { token: platform.seeded.botToken, properties: {}, intents: 1 } }),
    );
  if (seen.length === EXPECTED.length) socket.close(1000);
});
const reason = await new Promise((resolve) => socket.once("close", (_code, words) => resolve(String(words))));
if (String(seen) !== String(EXPECTED)) throw new Error(`expected ${EXPECTED}, saw ${seen}; ${reason}`);
await platform.stop();
console.log("zstd ok");
