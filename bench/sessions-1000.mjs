// 1,000 sessions of players who are friends in a ring: what they cost the platform, idle and while they play.
import { once } from "node:events";
import WebSocket from "ws";
import { cpuBetween, startServer } from "./support/servers.mjs";

const PEOPLE = 1000;
const SECONDS = 10;
/** Presence updates a second; each is heard by two friends and the player's own session. */
const UPDATES = 100;
const PRESENCE = 3;

export const about = {
  title: "1,000 sessions, 100 presence updates a second to two friends each: CPU of the platform per update",
  unit: "µs CPU",
  needsNoSink: true,
};

async function enter(server, token) {
  const socket = new WebSocket(`${server.gateway}?v=10&encoding=json`, { perMessageDeflate: false });
  await once(socket, "open");
  const ready = new Promise((resolve) => {
    const listen = (data) => {
      if (!data.toString("utf8").includes('"t":"READY"')) return;
      socket.off("message", listen);
      resolve();
    };
    socket.on("message", listen);
  });
  socket.send(JSON.stringify({ op: 2, d: { token: `Bearer ${token}`, properties: {} } }));
  await ready;
  return socket;
}

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

export async function ours() {
  const server = await startServer("platform", { players: PEOPLE });
  const empty = await server.cost();
  const sockets = [];
  for (const token of server.tokens) sockets.push(await enter(server, token));
  const full = await server.cost();
  await pause(SECONDS * 1000);
  const idle = await server.cost();
  let heard = 0;
  for (const socket of sockets) socket.on("message", () => (heard += 1));
  const updates = SECONDS * UPDATES;
  for (let at = 0; at < updates; at += 1) {
    const activities = [{ type: 0, name: "Joust", details: `Wave ${at}` }];
    const d = { since: null, activities, status: "online", afk: false };
    sockets[at % PEOPLE].send(JSON.stringify({ op: PRESENCE, d }));
    await pause(1000 / UPDATES);
  }
  const busy = await server.cost();
  for (const socket of sockets) socket.terminate();
  await server.stop();
  const kilobytes = (full.rss - empty.rss) / 1024 / PEOPLE;
  return {
    figure: cpuBetween(idle, busy) / updates,
    notes: [
      `${kilobytes.toFixed(0)} KB a session, ${((full.rss - empty.rss) / 2 ** 20).toFixed(0)} MB in all`,
      `${(cpuBetween(empty, full) / PEOPLE / 1000).toFixed(2)} ms CPU to enter`,
      `idle ${((cpuBetween(full, idle) / SECONDS / 1e6) * 100).toFixed(1)} % of one processor`,
      `${heard} events heard`,
    ],
  };
}
