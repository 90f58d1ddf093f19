// Servers in processes of their own: the platform, and what it is compared with.
import { fork } from "node:child_process";
import { once } from "node:events";
import { register } from "node:module";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { fileURLToPath } from "node:url";

/**
 * @param kind one of the functions below
 * @returns what the server says about itself; `cost()` gives its CPU time so far (µs), its memory (bytes), and what it has counted
 */
export async function startServer(kind, options = {}) {
  const child = fork(fileURLToPath(import.meta.url), [kind, JSON.stringify(options)], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const [facts] = await once(child, "message");
  const ask = async (question) => {
    child.send(question);
    const [answer] = await once(child, "message");
    return answer;
  };
  return {
    ...facts,
    cost: () => ask("cost"),
    async stop() {
      child.send("stop");
      await once(child, "exit");
    },
  };
}

/**
 * @param doors "tapped" and "untapped": the build of single files, in which the timeline can be left out of the doors; default: the
 *   package
 */
async function platformWith(doors) {
  if (doors === undefined) return (await import("@sdkpp/platform")).startPlatform;
  register("./doors.mjs", import.meta.url, { data: { doors } });
  const { startPlatform } = await import("../../platform/dist/start.js");
  const { timeline, NO_TAP } = globalThis;
  if ((doors === "untapped" ? NO_TAP : timeline) !== 2) throw new Error("a door has another tap");
  return startPlatform;
}

/** @returns how long nobody was served at most since it was last asked, ms */
function longestStall() {
  const delays = monitorEventLoopDelay({ resolution: 1 });
  delays.enable();
  return () => {
    const stallMs = delays.max / 1e6;
    delays.reset();
    return { stallMs };
  };
}

const servers = {
  /** The platform, with a bot whose sessions hear of every message in a channel, and players. */
  async platform({ players = 0, doors }) {
    const startPlatform = await platformWith(doors);
    const { COMMUNICATION_SCOPES, Permission } = await import("sdkpp/wire");
    const { control, endpoints, seeded, stop } = await startPlatform({
      sessionsPerUser: 2000,
      enforceRateLimits: false,
    });
    const writer = control.applications.createBot(control.applications.create({ name: "Writer" }).id);
    const { channels } = control.guilds.create({
      name: "Hall",
      ownerId: seeded.userIds[0],
      memberIds: [seeded.botUserId, writer.userId],
      channels: [{ name: "text", kind: "text" }],
      everyone: Permission.Administrator,
    });
    const ids = Array.from(
      { length: players },
      (_, at) => control.users.create({ username: `player_${at}` }).id,
    );
    for (let at = 0; at < players; at += 1) control.users.makeFriends(ids[at], ids[(at + 1) % players]);
    const tokens = ids.map(
      (id) => control.tokens.issue(seeded.applicationId, id, COMMUNICATION_SCOPES).access_token,
    );
    const facts = {
      api: `${endpoints.apiBase}/v10`,
      gateway: endpoints.gateway,
      reader: seeded.botToken,
      writer: writer.token,
      channelId: channels[0].id,
      tokens,
    };
    return { facts, stop };
  },

  /** A call in a channel of a server, and the ways of its members into it. */
  async call({ members, doors }) {
    const startPlatform = await platformWith(doors);
    const { control, endpoints, stop } = await startPlatform();
    control.voice.setE2ee("off");
    const [ownerId, ...others] = Array.from(
      { length: members },
      (_, at) => control.users.create({ username: `member_${at}` }).id,
    );
    const { channels } = control.guilds.create({
      name: "Hall",
      ownerId,
      memberIds: others,
      channels: [{ name: "call", kind: "voice" }],
    });
    const grants = [ownerId, ...others].map((id) => control.as(id).enterCall(channels[0].id));
    const packets = async () => {
      const { sessions } = await control.voice.stats();
      return { packets: sessions.reduce((sum, { packetsOut }) => sum + packetsOut, 0) };
    };
    return { facts: { grants, ca: endpoints.ca }, stop, counts: packets };
  },

  /** A platform with lobbies of one member each, who is not there. It counts its longest stall since it was last asked. */
  async lobbies({ lobbies }) {
    const startPlatform = await platformWith();
    const { control, seeded, stop } = await startPlatform({ enforceRateLimits: false });
    const owner = { applicationId: seeded.applicationId };
    for (let at = 0; at < lobbies; at += 1) {
      const { id } = control.users.create({ username: `member_${at}` });
      control.lobbies.create({ ...owner, memberIds: [id] });
    }
    return { facts: {}, stop, counts: longestStall() };
  },

  /** A platform with a data folder, whose bot posts files. It counts its longest stall since it was last asked. */
  async files({ dataDir }) {
    const startPlatform = await platformWith();
    const { endpoints, seeded, stop } = await startPlatform({ dataDir, enforceRateLimits: false });
    const address = `${endpoints.apiBase}/v10/channels/${seeded.textChannelId}/messages`;
    return { facts: { address, authorization: `Bot ${seeded.botToken}` }, stop, counts: longestStall() };
  },

  /** What such a server has to do at least: a body into a file, hashed and synced, and the file as a stream. */
  async plainFiles({ dataDir }) {
    const { createHash } = await import("node:crypto");
    const { createReadStream } = await import("node:fs");
    const { open } = await import("node:fs/promises");
    const { createServer } = await import("node:http");
    const path = `${dataDir}/file`;
    const take = async (request, response) => {
      const hash = createHash("sha256");
      const file = await open(path, "w");
      for await (const piece of request) {
        hash.update(piece);
        await file.appendFile(piece);
      }
      await file.sync();
      await file.close();
      response.end(JSON.stringify({ hash: hash.digest("hex") }));
    };
    const http = createServer((request, response) => {
      if (request.method === "POST") void take(request, response);
      else createReadStream(path).pipe(response);
    });
    http.listen(0, "127.0.0.1");
    await once(http, "listening");
    const address = `http://127.0.0.1:${http.address().port}/`;
    return { facts: { address }, stop: () => http.closeAllConnections(), counts: longestStall() };
  },

  /** Fastify that looks a token up and answers with a body of the same size. */
  async fastify({ token, body }) {
    const { default: fastify } = await import("fastify");
    const app = fastify();
    const users = new Map([[`Bot ${token}`, body]]);
    app.get("/api/v10/users/@me", (request, reply) => {
      const user = users.get(request.headers.authorization);
      return user === undefined ? reply.code(401).send({ code: 0 }) : reply.send(user);
    });
    await app.listen({ port: 0, host: "127.0.0.1" });
    return {
      facts: { api: `http://127.0.0.1:${app.server.address().port}/api/v10` },
      stop: () => app.close(),
    };
  },

  /** A bare WebSocket server that sends one text to all upon each request to its HTTP server. */
  async sockets({ text }) {
    const { createServer } = await import("node:http");
    const { WebSocketServer } = await import("ws");
    const http = createServer((request, response) => {
      request.resume().on("end", () => {
        for (const socket of server.clients) socket.send(text);
        response.end("{}");
      });
    });
    const server = new WebSocketServer({ server: http });
    http.listen(0, "127.0.0.1");
    await once(http, "listening");
    const { port } = http.address();
    return {
      facts: { api: `http://127.0.0.1:${port}`, gateway: `ws://127.0.0.1:${port}` },
      stop: () => http.closeAllConnections(),
    };
  },
};

async function main(kind, options) {
  const { facts, stop, counts } = await servers[kind](options);
  const answer = async (question) => {
    if (question === "stop") {
      await stop();
      process.exit();
    }
    process.send({ cpu: process.cpuUsage(), rss: process.memoryUsage().rss, ...(await counts?.()) });
  };
  process.on("message", (question) => void answer(question));
  process.send(facts);
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await main(process.argv[2], JSON.parse(process.argv[3]));

/** Microseconds of processor time between two costs. */
export function cpuBetween(before, after) {
  return after.cpu.user + after.cpu.system - before.cpu.user - before.cpu.system;
}
