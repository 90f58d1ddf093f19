// Floods a UDP port of this machine with packets of an SSRC that are not authentic: port, SSRC, milliseconds. Prints how many.
import { createSocket } from "node:dgram";

const BURST = 200;
const [port, ssrc, ms] = process.argv.slice(2).map(Number);
const packet = Buffer.alloc(160, 7);
packet.writeUInt16BE(0x8078, 0);
packet.writeUInt32BE(ssrc, 8);

const socket = createSocket("udp4");
const end = Date.now() + ms;
let sent = 0;

function flood() {
  for (let n = 0; n < BURST; n += 1) {
    sent += 1;
    packet.writeUInt16BE(sent & 0xffff, 2);
    packet.writeUInt32BE(sent, packet.length - 4);
    socket.send(packet, port, "127.0.0.1");
  }
  if (Date.now() < end) return setImmediate(flood);
  process.stdout.write(String(sent));
  return socket.close();
}

socket.bind(0, "127.0.0.1", flood);
