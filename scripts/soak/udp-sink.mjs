// A process that takes packets: a UDP port that answers discovery and pings, and reads the rest.
// → parent { port }; ends with its parent.
import dgram from "node:dgram";
import { answerControl } from "../../test/support/native-line.mjs";

const ROOM = 1 << 22;

const socket = dgram.createSocket({ type: "udp4", recvBufferSize: ROOM });
socket.on("message", (message, from) => void answerControl(socket, message, from));
socket.bind(0, "127.0.0.1", () => process.send(socket.address()));
process.on("disconnect", () => process.exit(0));
