// The platform's zstd-stream on this Node: compressed where it has the codec, in raw blocks elsewhere, read by a decoder
// that is not Node's.
import { createRequire } from "node:module";
import WebSocket from "ws";

const { startPlatform } = await import(process.argv[2]);
const { Decompress } = createRequire(process.argv[2])("fzstd");

const platform = await startPlatform();
const socket = new WebSocket(`${platform.endpoints.gateway}?v=10&encoding=json&compress=zstd-stream`);
let text = "";
const decoder = new Decompress((data) => (text += Buffer.from(data).toString("utf8")));

/** The next gateway message, whole in one message of the socket. */
function next() {
  return new Promise((resolve, reject) => {
    socket.once("close", (code, reason) => reject(new Error(`closed with ${code}: ${reason}`)));
    socket.once("message", (data) => {
      text = "";
      decoder.push(data);
      resolve(JSON.parse(text));
    });
  });
}

const hello = await next();
if (hello.op !== 10) throw new Error(`no Hello: ${JSON.stringify(hello)}`);
socket.send(JSON.stringify({ op: 2, d: { token: platform.seeded.botToken, properties: {}, intents: 1 } }));
for (const name of ["READY", "GUILD_CREATE"]) {
  const { t } = await next();
  if (t !== name) throw new Error(`expected ${name}, received ${t}`);
}
socket.removeAllListeners("close");
socket.close(1000);
await platform.stop();
console.log("zstd ok");
