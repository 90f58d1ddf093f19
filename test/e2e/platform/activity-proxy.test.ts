import {
  createServer,
  request as send,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import { createServer as createPlainServer, type AddressInfo } from "node:net";
import type { Platform } from "@sdkpp/platform";
import { afterEach, describe, expect, it, onTestFinished } from "vitest";
import WebSocket, { WebSocketServer } from "ws";
import { ActivityProxy } from "../../../platform/activities/activity-proxy.js";
import { Guard } from "../../../platform/guard/guard.js";
import { cast } from "../../unit/platform/support-world.js";
import { platformForTest } from "./support-platform.js";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** A server of an activity's developer. @returns its host and port */
async function developer(handler: Handler): Promise<{ host: string; server: Server }> {
  const server = createServer(handler);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { host: `127.0.0.1:${String((server.address() as AddressInfo).port)}`, server };
}

/** Answers what it was asked. */
const echo: Handler = (request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const { method, url, headers } = request;
    const body = Buffer.concat(chunks).toString("utf8");
    response.writeHead(200, {
      "content-type": "application/json",
      "set-cookie": ["a=1; SameSite=None; Secure; Partitioned", "b=2"],
      "x-kept": "yes",
      "x-hop": "no",
      connection: "x-hop",
    });
    response.end(JSON.stringify({ method, url, headers, body }));
  });
};

interface Echoed {
  readonly method: string;
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: string;
}

interface Proxied {
  readonly status: number;
  readonly headers: IncomingMessage["headers"];
  readonly text: string;
}

/** Asks the platform with a host of the test's choice, which `fetch` does not allow. */
function ask(
  platform: Platform,
  path: string,
  {
    host,
    method = "GET",
    headers = {},
    body,
  }: { host?: string; method?: string; headers?: object; body?: string } = {},
): Promise<Proxied> {
  const { port } = new URL(platform.endpoints.webBase);
  return new Promise((resolve, reject) => {
    const named = host === undefined ? {} : { host };
    const request = send(
      { port, host: "127.0.0.1", path, method, headers: { ...headers, ...named } },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () => {
          const { statusCode = 0, headers: received } = response;
          resolve({ status: statusCode, headers: received, text: Buffer.concat(chunks).toString("utf8") });
        });
      },
    );
    request.on("error", reject);
    request.end(body);
  });
}

/** A platform with an activity whose mappings lead to these targets. */
async function activity(mappings: Record<string, string>) {
  const platform = await platformForTest();
  const { id } = platform.control.applications.create({ name: "Drawing" });
  platform.control.activities.setUrlMappings(
    id,
    Object.entries(mappings).map(([prefix, target]) => ({ prefix, target })),
  );
  const { port } = new URL(platform.endpoints.webBase);
  const host = `${id}.localhost:${port}`;
  return { platform, id, host, folder: `/_proxy/${id}` };
}

const echoed = ({ text }: Proxied): Echoed => JSON.parse(text) as Echoed;

describe("the proxy of an activity", () => {
  it("forwards requests to the most specific mapping, with and without the old prefix, by host and by path", async () => {
    const [home, api] = [await developer(echo), await developer(echo)];
    const { platform, host, folder } = await activity({ "/": home.host, "/api": `${api.host}/v1` });
    const paths = ["/api/scores?top=3", "/.proxy/api/scores?top=3"];
    for (const path of [...paths, ...paths.map((one) => folder + one)]) {
      const byHost = path.startsWith(folder) ? {} : { host };
      const answer = await ask(platform, path, { ...byHost, method: "POST", body: "hello" });
      const { method, url, headers, body } = echoed(answer);
      expect({ path, method, url, body }).toEqual({
        path,
        method: "POST",
        url: "/v1/scores?top=3",
        body: "hello",
      });
      expect(headers["host"]).toBe(api.host);
    }
    for (const path of ["/", "/apis", "/.proxy/apis", "/.proxy"]) {
      const { headers, url } = echoed(await ask(platform, path, { host }));
      expect([headers["host"], url]).toEqual([home.host, path.replace("/.proxy", "") || "/"]);
    }
  });

  it("keeps what is of one connection, and cookies of a shared origin, to itself", async () => {
    const { host: target } = await developer(echo);
    const { platform, host, folder } = await activity({ "/": target });
    const headers = { cookie: "c=3", te: "trailers", connection: "x-own", "x-own": "1", "x-sent": "2" };
    const own = await ask(platform, "/", { host, headers });
    const sent = echoed(own).headers;
    expect(sent).toMatchObject({ cookie: "c=3", "x-sent": "2" });
    expect(["te", "x-own", "x-forwarded-for"].filter((name) => name in sent)).toEqual([]);
    expect(own.headers).toMatchObject({ "x-kept": "yes" });
    expect(own.headers["set-cookie"]).toEqual(["a=1; SameSite=None; Secure; Partitioned", "b=2"]);
    expect("x-hop" in own.headers).toBe(false);
    const shared = await ask(platform, `${folder}/`, { headers });
    expect("cookie" in echoed(shared).headers).toBe(false);
    expect("set-cookie" in shared.headers).toBe(false);
  });

  it("confines pages to their own origin, and pages of the shared origin to none", async () => {
    const { host: target } = await developer((_request, response) =>
      response.writeHead(200, { "content-security-policy": "img-src 'none'" }).end(),
    );
    const { platform, host, folder } = await activity({ "/": target });
    const { webBase } = platform.endpoints;
    const policyOf = ({ headers }: Proxied): string => String(headers["content-security-policy"]);
    const own = policyOf(await ask(platform, "/", { host }));
    expect(own).toContain("img-src 'none', default-src 'self'");
    expect(own).toContain(`${webBase}/api/`);
    expect(own).not.toContain("sandbox");
    expect(policyOf(await ask(platform, `${folder}/`))).toMatch(/; sandbox (?!.*allow-same-origin)/);
  });

  it("refuses what no mapping is for, targets elsewhere, loops, and applications without activities", async () => {
    const { platform, id, host, folder } = await activity({
      "/far": "192.0.2.1",
      "/private": "10.0.0.1",
      "/odd": "does-not-exist.invalid",
      "/dead": "127.0.0.1:1",
    });
    const { port } = new URL(platform.endpoints.webBase);
    const statusOf = async (path: string, of = host): Promise<number> =>
      (await ask(platform, path, { host: of })).status;
    expect(await statusOf("/")).toBe(404);
    expect(await statusOf("/far/../x")).toBe(404);
    expect(await statusOf("/far")).toBe(403);
    expect(await statusOf("/private")).toBe(403);
    expect(await statusOf("/odd")).toBe(502);
    expect(await statusOf("/dead")).toBe(502);
    expect(await statusOf("/", `1.localhost:${port}`)).toBe(404);
    platform.control.activities.setUrlMappings(id, [{ prefix: "/", target: `127.0.0.1:${port}${folder}` }]);
    expect(await statusOf("/")).toBe(508);
    // The API, through a mapping.
    platform.control.activities.setUrlMappings(id, [{ prefix: "/discord", target: `127.0.0.1:${port}` }]);
    expect(await statusOf("/discord/api/v10/gateway")).toBe(200);
    platform.control.activities.setUrlMappings(id, null);
    expect(await statusOf("/discord/api/v10/gateway")).toBe(404);
  });

  it("streams bodies, up to 25 MiB of a request", async () => {
    let finish = (): void => undefined;
    const { host: target } = await developer((request, response) => {
      if (request.method === "POST") return echo(request, response);
      response.write("first");
      finish = () => void response.end("last");
    });
    const { platform, folder } = await activity({ "/": target });
    const streamed = await fetch(platform.endpoints.webBase + folder);
    const reader = streamed.body!.getReader();
    expect(Buffer.from((await reader.read()).value!).toString()).toBe("first");
    finish();
    expect(Buffer.from((await reader.read()).value!).toString()).toBe("last");
    const large = Buffer.alloc(25 * 1024 * 1024 + 1);
    const post = async (body: Uint8Array<ArrayBuffer>): Promise<number> =>
      (await fetch(platform.endpoints.webBase + folder, { method: "POST", body })).status;
    expect(await post(large)).toBe(413);
    expect(await post(large.subarray(1))).toBe(200);
  });

  it("connects WebSockets, and ends them with the platform", async () => {
    const { host: target, server } = await developer((_request, response) => response.writeHead(418).end());
    const far = new WebSocketServer({ noServer: true });
    server.on("upgrade", (request, stream, head) => {
      if (request.url === "/no")
        return void stream.end("HTTP/1.1 401 Unauthorized\r\ncontent-length: 0\r\n\r\n");
      far.handleUpgrade(request, stream, head, (socket) =>
        socket.on("message", (data: Buffer) =>
          socket.send(`${String(request.url)} ${data.toString("utf8")}`),
        ),
      );
    });
    const { platform, folder, host } = await activity({ "/live": target });
    const base = platform.endpoints.webBase.replace("http", "ws");
    const socket = new WebSocket(`${base}/.proxy/live/room?x=1`, { headers: { host } });
    await new Promise((resolve) => socket.once("open", resolve));
    const said = new Promise((resolve) =>
      socket.once("message", (data: Buffer) => resolve(data.toString("utf8"))),
    );
    socket.send("hello");
    expect(await said).toBe("/room?x=1 hello");
    const refused = (path: string): Promise<unknown> =>
      new Promise((resolve) => {
        const other = new WebSocket(base + folder + path);
        other.on("error", () => undefined);
        other.on("unexpected-response", (_request, { statusCode }) => resolve(statusCode));
      });
    expect(await refused("/live/no")).toBe(401);
    expect(await refused("/none")).toBe(404);
    const closed = new Promise((resolve) => socket.once("close", resolve));
    await platform.stop();
    expect(await closed).toBe(1006);
    far.close();
  });

  it("gives up on silent targets, and on more requests than 200 at once", async () => {
    const waiting: ServerResponse[] = [];
    let arrived = (): void => undefined;
    const { host: target } = await developer((_request, response) => {
      waiting.push(response);
      if (waiting.length === 200) arrived();
    });
    const { world, registry } = cast();
    const { id } = registry.createApplication({ name: "Drawing", flags: 1n << 17n });
    world.applications.put({ ...world.applications.get(id)!, urlMappings: [{ prefix: "/", target }] });
    const guard = new Guard("activities", () => undefined);
    const proxyOf = async (silenceMs?: number) => {
      const more = silenceMs === undefined ? {} : { silenceMs };
      const proxy = new ActivityProxy({ world, addresses: { webBase: "" }, guard, ...more });
      const { host } = await developer((request, response) => void proxy.request(request, response));
      return { proxy, url: `http://${host}/_proxy/${id}/` };
    };
    expect((await fetch((await proxyOf(20)).url)).status).toBe(504);
    waiting.length = 0;
    const { proxy, url } = await proxyOf();
    const all = new Promise<void>((resolve) => (arrived = resolve));
    const requests = Array.from({ length: 200 }, () => fetch(url).then(({ status }) => status));
    await all;
    expect((await fetch(url)).status).toBe(503);
    proxy.stop();
    expect(new Set(await Promise.all(requests))).toEqual(new Set([502]));
  });
});

describe("what goes to a target", () => {
  /** A target that keeps its connections open, whatever it is told, and takes what it gets as requests. */
  async function naive(): Promise<{ host: string; heads: string[] }> {
    const heads: string[] = [];
    const server = createPlainServer((socket) => {
      let text = "";
      socket.on("error", () => undefined);
      socket.on("data", (chunk: Buffer) => {
        text += chunk.toString("latin1");
        for (let end = text.indexOf("\r\n\r\n"); end >= 0; end = text.indexOf("\r\n\r\n")) {
          const head = text.slice(0, end);
          heads.push(head);
          const length = Number(/^content-length: ([0-9]+)/im.exec(head)?.[1] ?? 0);
          text = text.slice(end + 4 + length);
          if (/^transfer-encoding: chunked/im.test(head))
            text = text.slice(text.indexOf("\r\n0\r\n\r\n") + 7);
          socket.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok");
        }
      });
    });
    onTestFinished(() => void server.close());
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return { host: `127.0.0.1:${String((server.address() as AddressInfo).port)}`, heads };
  }

  it.each(["GET", "DELETE", "OPTIONS", "POST"])(
    "is one request, whatever the body of a %s holds",
    async (method) => {
      const { host: target, heads } = await naive();
      const { platform, host } = await activity({ "/": target });
      const body = "GET /outside HTTP/1.1\r\nHost: x\r\n\r\n";
      const framings = [
        { "transfer-encoding": "chunked" },
        { "content-length": String(body.length) },
        { "content-length": String(body.length), connection: "content-length" },
        { "transfer-encoding": "chunked", connection: "transfer-encoding" },
      ];
      for (const headers of framings)
        expect((await ask(platform, "/inside", { host, method, headers, body })).text).toBe("ok");
      expect(heads.map((head) => head.split("\r\n")[0])).toEqual(
        framings.map(() => `${method} /inside HTTP/1.1`),
      );
    },
  );

  it("keeps cookies of a shared origin to itself when a socket opens", async () => {
    const server = new WebSocketServer({ port: 0, host: "127.0.0.1" });
    onTestFinished(() => void server.close());
    server.on("headers", (headers) => headers.push("Set-Cookie: a=1", "X-Kept: yes"));
    await new Promise((resolve) => server.once("listening", resolve));
    const target = `127.0.0.1:${String((server.address() as AddressInfo).port)}`;
    const { platform, host, folder } = await activity({ "/": target });
    const { port } = new URL(platform.endpoints.webBase);
    const opened = async (path: string, headers: Record<string, string>) => {
      const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, { headers });
      const answer = new Promise<IncomingMessage>((resolve) => socket.once("upgrade", resolve));
      const { headers: received } = await answer;
      socket.on("error", () => undefined).terminate();
      return [received["set-cookie"], received["x-kept"]];
    };
    expect(await opened(`${folder}/`, {})).toEqual([undefined, "yes"]);
    expect(await opened("/", { host })).toEqual([["a=1"], "yes"]);
  });
});

describe("a target that breaks its protocol", () => {
  /** A target that answers every request with these bytes. */
  async function saying(answer: string): Promise<string> {
    const server = createPlainServer((socket) => {
      socket.on("error", () => undefined);
      socket.on("data", () => socket.end(answer));
    });
    onTestFinished(() => void server.close());
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return `127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  }

  it.each([
    ["a status of zeros", "HTTP/1.1 000 X\r\nContent-Length: 0\r\n\r\n", 502],
    ["a status below 100", "HTTP/1.1 099 X\r\nContent-Length: 0\r\n\r\n", 502],
    ["a control character in its status text", "HTTP/1.1 200 O\u0001K\r\nContent-Length: 0\r\n\r\n", 200],
    ["another protocol", "HTTP/1.1 101 S\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n", 502],
    ["nothing", "", 502],
  ])("ends one request: %s", async (_name, answer, status) => {
    const { platform, host } = await activity({ "/": await saying(answer) });
    expect((await ask(platform, "/", { host })).status).toBe(status);
    // It holds no place.
    await Promise.all(Array.from({ length: 200 }, () => ask(platform, "/", { host })));
    expect((await ask(platform, "/", { host })).status).toBe(status);
  });

  it("ends one socket: a status that is none", async () => {
    const { platform, host } = await activity({ "/": await saying("HTTP/1.1 099 X\r\n\r\n") });
    const { port } = new URL(platform.endpoints.webBase);
    const socket = new WebSocket(`ws://127.0.0.1:${port}/`, { headers: { host } });
    const refused = new Promise((resolve) => socket.once("error", ({ message }) => resolve(message)));
    expect(await refused).toBe("Unexpected server response: 502");
  });
});
