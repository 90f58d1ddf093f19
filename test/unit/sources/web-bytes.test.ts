import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createServer as createTcpServer, type AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { WebBytes, type WebOptions } from "../../../lib/sources/index.js";
import { systemClock, type Clock } from "../../../lib/net/index.js";
import { VirtualClock } from "../../support/virtual-clock.js";
import { waitFor } from "../../support/wait-for.js";

type Respond = (request: IncomingMessage, response: ServerResponse) => void;

let server: Server;
let origin: string;
let asked: IncomingMessage[];
/** what the server does with its requests, one after the other; the last one stays */
let responds: Respond[];

beforeEach(async () => {
  asked = [];
  server = createServer((request, response) => {
    asked.push(request);
    (responds.length > 1 ? responds.shift()! : responds[0]!)(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const FILE = Buffer.from(Array.from({ length: 1000 }, (_, at) => at % 251));

interface Got {
  bytes: Buffer;
  titles: string[];
  error?: { code: string; message: string };
}

/** Reads it all. */
async function get(
  path: string,
  options: Partial<WebOptions> = {},
  clock: Clock = immediate(),
): Promise<Got> {
  const pieces: Uint8Array[] = [];
  const titles: string[] = [];
  const signal = new AbortController().signal;
  const titled = (title: string) => void titles.push(title);
  const url = new URL(path, origin);
  const origins = new WebBytes(url, { allowPrivate: true, headers: {}, ...options });
  try {
    for await (const piece of origins.open({ signal, clock, titled })) pieces.push(piece);
  } catch (error) {
    return { bytes: Buffer.concat(pieces), titles, error: error as { code: string; message: string } };
  }
  return { bytes: Buffer.concat(pieces), titles };
}

/** Pauses between attempts take no time; what is waited for takes as long as it takes. */
function immediate(): Clock {
  return {
    ...systemClock,
    schedule: (ms, task) => systemClock.schedule(ms < 15_000 ? 0 : ms, task),
  };
}

const whole: Respond = (_request, response) => void response.end(FILE);
const redirect =
  (location: string): Respond =>
  (_request, response) =>
    void response.writeHead(302, { location }).end();
/** Announces the whole file, and cuts it. */
const cutAt =
  (end: number, headers: Record<string, string> = {}): Respond =>
  (_request, response) => {
    response.writeHead(200, { "content-length": FILE.length, ...headers });
    response.write(FILE.subarray(0, end), () => response.destroy());
  };
const fromRange: Respond = (request, response) => {
  const start = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? "")?.[1] ?? 0);
  response.writeHead(206, { "content-range": `bytes ${String(start)}-999/1000` });
  response.end(FILE.subarray(start));
};

describe("a file of the web", () => {
  it("comes as it is, and its server is told who asks", async () => {
    responds = [whole];
    expect(await get("/a.mp3", { headers: { authorization: "Bearer x" } })).toEqual({
      bytes: FILE,
      titles: [],
    });
    expect(asked[0]!.headers).toMatchObject({
      authorization: "Bearer x",
      "accept-encoding": "identity",
      "user-agent": expect.stringMatching(/^sdkpp-node\//) as string,
    });
  });

  it("goes on behind its last byte when it was cut, if it is the same file", async () => {
    responds = [cutAt(300, { etag: '"v1"' }), cutAt(0), fromRange];
    // the second response is cut before its first byte
    responds[1] = (_request, response) => response.destroy();
    expect(await get("/a.mp3")).toEqual({ bytes: FILE, titles: [] });
    expect(asked.map(({ headers }) => [headers.range, headers["if-range"]])).toEqual([
      [undefined, undefined],
      ["bytes=300-", '"v1"'],
      ["bytes=300-", '"v1"'],
    ]);
  });

  it("goes on, too, where the server gives only the whole", async () => {
    responds = [cutAt(300), whole];
    expect(await get("/a.mp3")).toEqual({ bytes: FILE, titles: [] });
  });

  it("fails when it changed meanwhile, and when nobody answers any more", async () => {
    responds = [cutAt(300, { etag: '"v1"' }), cutAt(900, { etag: '"v2"' })];
    const changed = await get("/a.mp3");
    expect([changed.bytes.length, changed.error?.message]).toEqual([
      300,
      `${origin}/a.mp3 cannot be read: it changed while it was played`,
    ]);
    responds = [cutAt(300), (_request, response) => response.destroy()];
    asked = [];
    const gone = await get("/a.mp3");
    expect([gone.bytes.length, gone.error?.code, asked.length]).toEqual([300, "SOURCE_UNREADABLE", 6]);
  });

  it("leaves out of another part what it has, and takes none that begins later or is of another file", async () => {
    const partFrom =
      (from: number, total = FILE.length): Respond =>
      (_request, response) =>
        void response
          .writeHead(206, { "content-range": `bytes ${String(from)}-999/${String(total)}` })
          .end(FILE.subarray(from));
    responds = [cutAt(300), partFrom(100)];
    expect(await get("/a.mp3")).toEqual({ bytes: FILE, titles: [] });
    responds = [cutAt(300), partFrom(301)];
    expect((await get("/a.mp3")).error?.message).toBe(
      `${origin}/a.mp3 cannot be read: byte 300 was asked for, and the server sends from byte 301 on`,
    );
    responds = [cutAt(300), partFrom(300, 2000)];
    expect((await get("/a.mp3")).error?.message).toContain("it changed while it was played");
  });

  it("begins anywhere once its beginning was opened, if it is still the same", async () => {
    const wishes = { signal: new AbortController().signal, clock: immediate(), titled: () => undefined };
    const restFrom = async (position: number): Promise<string> => {
      const file = new WebBytes(new URL("/a.wav", origin), { allowPrivate: true, headers: {} });
      expect(file.openAt(position, wishes)).toBeUndefined();
      for await (const piece of file.open(wishes)) if (piece.length > 0) break;
      const pieces: Uint8Array[] = [];
      for await (const piece of file.openAt(position, wishes) ?? []) pieces.push(piece);
      return Buffer.concat(pieces).toString("hex");
    };
    const stamped: Respond = (_request, response) => {
      response.writeHead(200, { "content-length": FILE.length, etag: '"v1"' }).end(FILE);
    };
    responds = [stamped, fromRange];
    expect(await restFrom(400)).toBe(FILE.subarray(400).toString("hex"));
    expect(asked[1]!.headers).toMatchObject({ range: "bytes=400-", "if-range": '"v1"' });
    // a server without ranges gives the whole
    responds = [stamped];
    expect(await restFrom(400)).toBe(FILE.subarray(400).toString("hex"));
    responds = [stamped];
    expect(await restFrom(1000)).toBe("");
    responds = [(_request, response) => void response.write(FILE)];
    expect(await restFrom(400)).toBe("");
    responds = [stamped, cutAt(900, { etag: '"v2"' })];
    await expect(restFrom(400)).rejects.toThrow("it changed while it was played");
  });

  it("gives some of its bytes, where the server can", async () => {
    const wishes = { signal: new AbortController().signal, clock: immediate(), titled: () => undefined };
    const file = new WebBytes(new URL("/a.opus", origin), { allowPrivate: true, headers: {} });
    expect([await file.size(), await file.readAt(0, 10, wishes)]).toEqual([undefined, undefined]);
    const some: Respond = (request, response) => {
      const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "") ?? [];
      response.writeHead(206, { "content-range": `bytes ${from!}-${to!}/1000` });
      response.end(FILE.subarray(Number(from), Number(to) + 1));
    };
    const stamped: Respond = (_request, response) => {
      response.writeHead(200, { "content-length": FILE.length, etag: '"v1"' }).end(FILE);
    };
    responds = [stamped, some];
    for await (const piece of file.open(wishes)) if (piece.length > 0) break;
    expect(await file.size()).toBe(1000);
    for (const [from, size] of [
      [0, 10],
      [400, 100],
      [995, 100],
    ] as const)
      expect(await file.readAt(from, size, wishes)).toEqual(FILE.subarray(from, from + size));
    expect(asked.slice(1).map(({ headers }) => [headers.range, headers["if-range"]])).toEqual([
      ["bytes=0-9", '"v1"'],
      ["bytes=400-499", '"v1"'],
      ["bytes=995-1094", '"v1"'],
    ]);
    // of a server that gives more no more is taken
    responds = [(_request, response) => void response.writeHead(206).write(FILE)];
    expect(await file.readAt(0, 10, wishes)).toEqual(FILE.subarray(0, 10));
    responds = [
      (_request, response) => void response.writeHead(206, { "content-range": "bytes 0-9/1000" }).end(FILE),
    ];
    expect(await file.readAt(400, 100, wishes)).toBeUndefined();
    responds = [stamped];
    expect(await file.readAt(400, 100, wishes)).toBeUndefined();
    expect(await file.readAt(1000, 100, wishes)).toBeUndefined();
    responds = [(_request, response) => response.destroy()];
    await expect(file.readAt(400, 100, wishes)).rejects.toMatchObject({ code: "SOURCE_UNREADABLE" });
  });

  it.each([
    ["a missing file", (_request, response) => response.writeHead(404).end(), "the server answered 404"],
    [
      "a cut before the first byte",
      (_request, response) => response.destroy(),
      "the connection was cut (ECONNRESET)",
    ],
    ["a circle of redirects", redirect("/a.mp3"), "more than 20 redirects"],
    [
      "a redirect to a file",
      redirect("file:///etc/passwd"),
      "it redirects to file:, which is neither http nor https",
    ],
    ["a redirect to nothing", redirect("http://"), "its redirect has no valid address"],
  ] satisfies [string, Respond, string][])("fails at once for %s", async (_what, respond, reason) => {
    responds = [respond];
    const { error } = await get("/a.mp3?key=secret");
    expect(error).toMatchObject({
      code: "SOURCE_UNREADABLE",
      message: `${origin}/a.mp3 cannot be read: ${reason}`,
    });
  });

  it("is given up when its server says nothing for 15 s", async () => {
    const clock = new VirtualClock();
    responds = [(_request, response) => void response.writeHead(200).flushHeaders()];
    const got = get("/a.mp3", {}, clock);
    await waitFor("the request", () => asked.length === 1 && clock.pending === 1);
    for (let seconds = 0; seconds < 60; seconds += 1) {
      clock.advance(1000);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect((await got).error?.message).toMatch(/nobody answered \(ETIMEDOUT\)$/);
  });
});

describe("an internet radio", () => {
  it("names its songs, and is asked again when it is cut", async () => {
    const radio =
      (sound: string, title: string, end: (response: ServerResponse) => void): Respond =>
      (_request, response) => {
        const text = Buffer.alloc(32, `StreamTitle='${title}';`);
        text.fill(0, `StreamTitle='${title}';`.length);
        response.writeHead(200, { "icy-metaint": "4" });
        response.write(Buffer.concat([Buffer.from(sound), Buffer.of(2), text]), () => end(response));
      };
    responds = [
      radio("abcd", "first", (response) => response.destroy()),
      radio("efgh", "second", (response) => response.end()),
    ];
    expect(await get("/live")).toEqual({ bytes: Buffer.from("abcdefgh"), titles: ["first", "second"] });
    expect(asked.map(({ headers }) => [headers["icy-metadata"], headers.range])).toEqual([
      ["1", undefined],
      ["1", undefined],
    ]);
  });

  it("of a server that speaks no HTTP is named as what it is", async () => {
    const shoutcast = createTcpServer((socket) => {
      socket.once("data", () => socket.end("ICY 200 OK\r\nicy-metaint:8192\r\n\r\nabcd"));
    });
    await new Promise<void>((resolve) => shoutcast.listen(0, "127.0.0.1", resolve));
    const { port } = shoutcast.address() as AddressInfo;
    expect((await get(`http://127.0.0.1:${String(port)}/`)).error).toMatchObject({
      code: "SOURCE_UNREADABLE",
      message: expect.stringContaining('it answers "ICY 200 OK", as SHOUTcast servers') as string,
    });
    shoutcast.close();
  });
});

describe("an address from a chat", () => {
  const publicOnly = { allowPrivate: false };

  it.each([
    ["http://127.0.0.1:9/", "127.0.0.1 is not globally reachable; pass `allowPrivate: true`"],
    ["http://2130706433:9/", "127.0.0.1 is not globally reachable"],
    ["http://[::1]:9/", "::1 is not globally reachable; pass `allowPrivate: true`"],
    ["http://[::ffff:10.0.0.1]/", "::ffff:a00:1 is not globally reachable"],
    ["http://192.168.1.1/", "192.168.1.1 is not globally reachable"],
  ])("is refused before anything is sent: %s", async (url, message) => {
    expect((await get(url, publicOnly)).error).toMatchObject({
      code: "ADDRESS_NOT_PUBLIC",
      message: expect.stringContaining(message) as string,
    });
  });

  it("is judged by what its name resolves to", async () => {
    const resolve: WebOptions["resolve"] = (_host, callback) =>
      callback(null, [
        { address: "93.184.216.34", family: 4 },
        { address: "10.0.0.3", family: 4 },
      ]);
    expect((await get("http://radio.test/", { ...publicOnly, resolve })).error?.message).toBe(
      "radio.test is 10.0.0.3, which is not globally reachable; pass `allowPrivate: true` when it is an address of your own",
    );
  });

  it("is judged again after each redirect; where clouds have their secrets, nobody gets to", async () => {
    responds = [redirect("http://169.254.169.254/latest/meta-data")];
    expect((await get("/a.mp3")).error).toMatchObject({
      code: "ADDRESS_NOT_PUBLIC",
      message: "169.254.169.254 is not globally reachable",
    });
  });

  it("does not give the host's secrets to another server", async () => {
    const other = createServer((request, response) => {
      asked.push(request);
      response.end(FILE);
    });
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    responds = [redirect(`http://127.0.0.1:${String((other.address() as AddressInfo).port)}/`)];
    const headers = { Authorization: "Bearer x", Cookie: "a=b", "X-Other": "1" };
    expect((await get("/a.mp3", { headers })).bytes).toEqual(FILE);
    expect(asked.map(({ headers: sent }) => [sent.authorization, sent.cookie, sent["x-other"]])).toEqual([
      ["Bearer x", "a=b", "1"],
      [undefined, undefined, "1"],
    ]);
    other.close();
  });
});
