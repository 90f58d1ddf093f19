// The process of the client, with a page at a WebSocket in place of a port: 5,000 friends, and the levels of 25 who speak.
import { createServer } from "node:http";
import { once } from "node:events";
import { WebSocketServer } from "ws";
import { fromText, toText } from "../../packages/electron/dist/bridge/socket-text.js";
import { systemClock } from "../../packages/electron/dist/bridge/system-clock.js";
import { PageFeed } from "../../packages/electron/dist/social/page-feed.js";
import { Page } from "../../packages/electron/dist/social/page.js";
import { Records } from "../../packages/electron/dist/social/records.js";
import { WorldWatch } from "../../packages/electron/dist/social/world-watch.js";
import { ourClient, presenceFrames, readyFrame } from "./social-feed.mjs";

const FRIENDS = 5000;
const FRAME_MS = 1000 / 60;
const CHANGES_EVERY_MS = 5;
const LOBBY = "7";
const now = () => performance.timeOrigin + performance.now();
const speakers = Array.from({ length: 25 }, (_, at) => String(100 + at));

const order = speakers.map((id) => `${LOBBY}/${id}`);
let round = 0;
const watchers = new Set();
/** What the sound of a call would say, made up. */
const levels = {
  order,
  values: () => Float32Array.from(order, (_, at) => -((round + at) % 60)),
  watch(listener) {
    watchers.add(listener);
    return () => void watchers.delete(listener);
  },
};
const silent = { report: { dbfs: -100, problem: "" }, watch: () => () => undefined };

const { client, feed: hear } = await ourClient();
const records = new Records();
// it keeps the records for as long as the process lives
new WorldWatch(
  client,
  records,
  () => undefined,
  () => undefined,
);
hear(readyFrame(FRIENDS));
while (records.keys("relationships").length < FRIENDS) await new Promise(setImmediate);

function serve(socket) {
  const post = (message) => socket.send(toText({ ...message, sentAtMs: now() }), () => undefined);
  const allow = new Set(["session", "users", "relationships", "levels"]);
  const parts = {
    records,
    levels,
    microphone: silent,
    callOf: () => undefined,
    clock: systemClock,
    post,
    allow,
  };
  const port = {
    post,
    onMessage: (listener) => void socket.on("message", (data) => listener(fromText(data.toString()))),
    onClose: (listener) => void socket.on("close", listener),
    close: () => socket.close(),
  };
  const calls = { start: () => undefined, cancel: () => undefined, end: () => undefined };
  new Page({ port, feed: new PageFeed(parts), calls, ended: () => undefined });
}

/** Levels with each frame of a screen, and 200 changes a second. */
function live() {
  const frames = presenceFrames(FRIENDS, 4);
  const started = performance.now();
  let [changed, framed] = [0, 0];
  const beat = () => {
    const passed = performance.now() - started;
    while (changed * CHANGES_EVERY_MS < passed) hear(frames[(changed += 1) % frames.length]);
    if (framed * FRAME_MS < passed) {
      framed = Math.floor(passed / FRAME_MS) + 1;
      round += 1;
      for (const watcher of watchers) watcher();
    }
    setTimeout(beat, CHANGES_EVERY_MS);
  };
  beat();
}

const html =
  '<!doctype html><title>launcher</title><body></body><script type="module" src="/program.js"></script>';

/** Serves the page and its scripts. @returns the port */
async function listen(scripts) {
  const server = createServer(({ url }, response) => {
    const script = scripts[url];
    response.writeHead(200, { "content-type": script === undefined ? "text/html" : "text/javascript" });
    response.end(script ?? html);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  new WebSocketServer({ server }).on("connection", serve);
  return server.address().port;
}

const COMMANDS = {
  ping: () => process.send("pong"),
  listen: async (scripts) => process.send({ port: await listen(scripts), lobbyId: LOBBY, speakers }),
  live,
  cpu: () => process.send(process.cpuUsage()),
};
process.on("message", ([command, argument]) => void COMMANDS[command](argument));
process.send("begun");
