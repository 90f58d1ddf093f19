// One event for many sockets: processor time of the server for each socket and event.
import { once } from "node:events";
import WebSocket from "ws";
import { cpuBetween, startServer } from "./servers.mjs";

const SOCKETS = 500;
const GUILD_MESSAGES = (1 << 0) | (1 << 9) | (1 << 15);

/** Waits for a text on a socket. */
export function text(socket, word) {
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

/** @param greet called with each socket */
export async function connect(server, greet) {
  const sockets = [];
  for (let at = 0; at < SOCKETS; at += 1) {
    const socket = new WebSocket(server.gateway, { perMessageDeflate: false });
    await once(socket, "open");
    await greet(socket);
    sockets.push(socket);
  }
  return sockets;
}

/** Lets a bot identify that hears of messages. */
export async function greet(server, socket) {
  const d = { token: server.reader, properties: {}, intents: GUILD_MESSAGES };
  const ready = text(socket, '"t":"GUILD_CREATE"');
  socket.send(JSON.stringify({ op: 2, d }));
  await ready;
}

/** Writes a message. */
export async function say(server) {
  const answer = await fetch(`${server.api}/channels/${server.channelId}/messages`, {
    method: "POST",
    headers: { authorization: `Bot ${server.writer}`, "content-type": "application/json" },
    body: JSON.stringify({ content: "A message of the usual length, for all who are in this hall tonight." }),
  });
  if (!answer.ok) throw new Error(`status ${answer.status}`);
}

/** Counts what sockets hear. @param say causes one event @returns what causes some, and resolves when each socket has them all */
export function rounds(server, sockets, say) {
  let heard = 0;
  for (const socket of sockets) socket.on("message", () => (heard += 1));
  return async (events) => {
    heard = 0;
    const before = await server.cost();
    for (let at = 0; at < events; at += 1) await say(server);
    while (heard < events * SOCKETS) await new Promise((resolve) => setTimeout(resolve, 5));
    return cpuBetween(before, await server.cost()) / events / SOCKETS;
  };
}

/** @param options of the platform @returns it, and sockets of a bot that has identified on each */
export async function openHall(options = {}) {
  const server = await startServer("platform", options);
  const sockets = await connect(server, (socket) => greet(server, socket));
  // Other announcements of the server are over before events are counted.
  await new Promise((resolve) => setTimeout(resolve, 500));
  return { server, sockets };
}
