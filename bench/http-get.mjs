// A read with a token, over a few connections that stay open: processor time of the server for each request.
import { Agent, request } from "node:http";
import { cpuBetween, startServer } from "./support/servers.mjs";

/** Enough for the compiler of either side to be done. */
const WARM_UP = 20_000;
const REQUESTS = 20_000;
const LANES = 8;

export const about = {
  title: "GET with a token, per request (peer: bare fastify that looks the token up)",
  unit: "µs CPU",
  peerRatio: 1.5,
  needsNoSink: true,
};

function get(agent, url, token) {
  return new Promise((resolve, reject) => {
    const asked = request(url, { agent, headers: { authorization: `Bot ${token}` } }, (response) => {
      const chunks = [];
      response.on("data", (chunk) => chunks.push(chunk));
      response.on("end", () => {
        if (response.statusCode === 200) resolve(Buffer.concat(chunks));
        else reject(new Error(`status ${response.statusCode}`));
      });
    });
    asked.on("error", reject);
    asked.end();
  });
}

async function measure(server, token) {
  const agent = new Agent({ keepAlive: true, maxSockets: LANES });
  const url = `${server.api}/users/@me`;
  const load = async (count) => {
    const lane = async () => {
      for (let at = 0; at < count / LANES; at += 1) await get(agent, url, token);
    };
    await Promise.all(Array.from({ length: LANES }, lane));
  };
  await load(WARM_UP);
  const before = await server.cost();
  await load(REQUESTS);
  const after = await server.cost();
  agent.destroy();
  await server.stop();
  return { figure: cpuBetween(before, after) / REQUESTS };
}

export async function ours() {
  const server = await startServer("platform");
  return measure(server, server.reader);
}

export async function peer() {
  const real = await startServer("platform");
  const agent = new Agent();
  const body = JSON.parse(await get(agent, `${real.api}/users/@me`, real.reader));
  await real.stop();
  return measure(await startServer("fastify", { token: "t".repeat(72), body }), "t".repeat(72));
}
