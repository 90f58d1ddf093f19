// One event for 500 sockets: processor time of the server for each socket and event.
import { once } from "node:events";
import WebSocket from "ws";
import { cpuBetween, startServer } from "./support/servers.mjs";

const SOCKETS = 500;
const WARM_UP = 20;
const EVENTS = 100;
const GUILD_MESSAGES = (1 << 0) | (1 << 9) | (1 << 15);

export const about = {
  title:
    "one event to 500 sockets, per socket, with the request that causes it (peer: node:http and ws, `send` of a finished text)",
  unit: "µs CPU",
  peerRatio: 1.2,
  needsNoSink: true,
};

/** Waits for a text on a socket. */
function text(socket, word) {
  return new Promise((resolve) => {
    const listen = (data) => {
      const said = data.toString("utf8");
      if (!said.includes(word)) return;
      socket.off("message", listen);
      resolve(said);
    };
    socket.on("message", listen);
  });
}

async function connect(server, greet) {
  const sockets = [];
  for (let at = 0; at < SOCKETS; at += 1) {
    const socket = new WebSocket(server.gateway, { perMessageDeflate: false });
    await once(socket, "open");
    await greet(socket);
    sockets.push(socket);
  }
  return sockets;
}

/** @param say causes one event @returns when each socket has them all */
async function measure(server, sockets, say) {
  let heard = 0;
  for (const socket of sockets) socket.on("message", () => (heard += 1));
  const all = async (events) => {
    heard = 0;
    for (let at = 0; at < events; at += 1) await say(server);
    while (heard < events * SOCKETS) await new Promise((resolve) => setTimeout(resolve, 5));
  };
  await all(WARM_UP);
  const before = await server.cost();
  await all(EVENTS);
  const after = await server.cost();
  for (const socket of sockets) socket.terminate();
  await server.stop();
  return { figure: cpuBetween(before, after) / EVENTS / SOCKETS };
}

async function greet(server, socket) {
  const d = { token: server.reader, properties: {}, intents: GUILD_MESSAGES };
  const ready = text(socket, '"t":"GUILD_CREATE"');
  socket.send(JSON.stringify({ op: 2, d }));
  await ready;
}

async function say(server) {
  const answer = await fetch(`${server.api}/channels/${server.channelId}/messages`, {
    method: "POST",
    headers: { authorization: `Bot ${server.writer}`, "content-type": "application/json" },
    body: JSON.stringify({ content: "A message of the usual length, for all who are in this hall tonight." }),
  });
  if (!answer.ok) throw new Error(`status ${answer.status}`);
}

export async function ours() {
  const server = await startServer("platform");
  const sockets = await connect(server, (socket) => greet(server, socket));
  // Other announcements of the server are over before events are counted.
  await new Promise((resolve) => setTimeout(resolve, 500));
  return measure(server, sockets, say);
}

export async function peer() {
  const real = await startServer("platform");
  const one = new WebSocket(real.gateway, { perMessageDeflate: false });
  await once(one, "open");
  await greet(real, one);
  const event = text(one, "MESSAGE_CREATE");
  await say(real);
  const finished = await event;
  one.terminate();
  await real.stop();
  const server = await startServer("sockets", { text: finished });
  const sockets = await connect(server, () => undefined);
  // The same requests: a server whose clients wait for each event pays for waking them.
  return measure(server, sockets, say);
}
