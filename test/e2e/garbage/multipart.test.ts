// Garbage in bodies with files: parts that are none, names that lead elsewhere, counts and sizes that are too large.
import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Garbage, GARBAGE_SEED, inputs } from "../../support/garbage.js";
import { PlatformProcess } from "../../support/platform-process.js";
import { expectUnharmed, inParallel } from "./support-doors.js";

let platform: PlatformProcess;
beforeAll(async () => {
  platform = await PlatformProcess.start({ requestTimeoutMs: 2000 });
});
afterAll(() => platform[Symbol.asyncDispose]());

const BOUNDARY = "----x";
const TYPE = `multipart/form-data; boundary=${BOUNDARY}`;
/** An answer has to come within this, however busy the machine is. */
const DEADLINE_MS = 20_000;

/** One part; a name of undefined has no `filename`. */
const part = (field: string, filename: string | undefined, content: string): string =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${field}"${
    filename === undefined ? "" : `; filename="${filename}"`
  }\r\n\r\n${content}\r\n`;
const END = `--${BOUNDARY}--\r\n`;

interface Made {
  readonly status: number;
  readonly body: {
    readonly code?: number;
    readonly attachments?: { filename: string; url: string }[];
  };
}

async function post(body: string | Buffer, type = TYPE, token = platform.seeded.botToken): Promise<Made> {
  const { apiBase } = platform.endpoints;
  const answer = await fetch(`${apiBase}/v10/channels/${platform.seeded.textChannelId}/messages`, {
    method: "POST",
    headers: { authorization: `Bot ${token}`, "content-type": type },
    body: typeof body === "string" ? Buffer.from(body) : new Uint8Array(body),
    signal: AbortSignal.timeout(DEADLINE_MS),
  });
  return { status: answer.status, body: (await answer.json()) as Made["body"] };
}

/** A body in which everything may be wrong. */
function wild(garbage: Garbage): Buffer {
  const pieces: string[] = [];
  for (let count = garbage.below(14); count > 0; count -= 1) {
    const field = garbage.pick([
      "files[0]",
      "files[1]",
      "files[10]",
      "files[-1]",
      "file",
      "payload_json",
      "content",
      "",
      "__proto__",
    ]);
    const name = garbage.chance(0.6)
      ? garbage.pick(["a.png", "", "../../x", "a\u0000b", garbage.text()])
      : undefined;
    const content = garbage.pick([garbage.json(), garbage.text(200), `--${BOUNDARY}`, "\r\n\r\n", ""]);
    pieces.push(part(field, name, content));
  }
  if (garbage.chance(0.8)) pieces.push(END);
  const body = Buffer.from(pieces.join(garbage.chance(0.9) ? "" : garbage.text(10)));
  if (garbage.chance(0.2)) return body.subarray(0, garbage.below(body.length + 1));
  return garbage.chance(0.5) ? body : garbage.damaged(body);
}

const TYPES = [
  TYPE,
  "multipart/form-data",
  "multipart/form-data; boundary=",
  'multipart/form-data; boundary="',
  `multipart/form-data; boundary=${"b".repeat(300)}`,
  `multipart/form-data; boundary=${BOUNDARY}; charset=\u00ff`,
];

describe("garbage in bodies with files", () => {
  it(`${String(inputs(600))} bodies get an answer, and never an internal error`, async () => {
    const garbage = new Garbage(GARBAGE_SEED + 2);
    const failures: string[] = [];
    await inParallel(8, inputs(600), async (n) => {
      const body = wild(garbage);
      const type = garbage.chance(0.9) ? TYPE : garbage.pick(TYPES);
      const answer = await post(body, type);
      if (answer.status >= 500)
        failures.push(`${String(n)}: ${String(answer.status)} ${body.toString("latin1")}`);
    });
    expect(failures).toEqual([]);
    await expectUnharmed(platform);
  });

  it.each([
    ["a body that ends in a file", part("files[0]", "a.txt", "abc").slice(0, -3)],
    ["a body that ends in a header", part("files[0]", "a.txt", "abc").slice(0, 30)],
    [
      "a part without a name",
      `--${BOUNDARY}\r\nContent-Disposition: form-data; filename="a"\r\n\r\nx\r\n${END}`,
    ],
    ["two parts of one name", part("files[0]", "a", "x") + part("files[0]", "b", "y") + END],
    ["an unknown field", part("password", undefined, "x") + END],
    ["an unknown file", part("avatar", "a.png", "x") + END],
    ["two payloads", part("payload_json", undefined, "{}") + part("payload_json", undefined, "{}") + END],
    ["a payload that is no object", part("payload_json", undefined, "7") + part("files[0]", "a", "x") + END],
    ["no parts", END],
    ["nothing", ""],
  ])("%s is rejected", async (_claim, body) => {
    expect((await post(body)).status).toBe(400);
  });

  it("a payload that is no JSON is rejected as such", async () => {
    const answer = await post(part("payload_json", undefined, "{") + part("files[0]", "a", "x") + END);
    expect(answer).toMatchObject({ status: 400, body: { code: 50_109 } });
  });

  it("more parts than a message can have are rejected, however many", async () => {
    const many = part("files[0]", "a", "").repeat(100_000) + END;
    expect((await post(many)).status).toBe(400);
    const fields =
      Array.from({ length: 100_000 }, (_, n) => part(`f${String(n)}`, undefined, "")).join("") + END;
    expect((await post(fields)).status).toBe(400);
    const headers = `--${BOUNDARY}\r\n${"X: y\r\n".repeat(100_000)}\r\nx\r\n${END}`;
    expect((await post(headers)).status).toBe(400);
    await expectUnharmed(platform);
  });

  it.each([
    ["../../../etc/passwd", "passwd"],
    ["..\\..\\system.ini", "system.ini"],
    ["/etc/shadow", "shadow"],
    ["..", "unknown"],
    [".htaccess", "htaccess"],
    ["a b;c&d?e#f%2e.png", "a_b_c_d_e_f_2e.png"],
    ["x\u202egnp.exe", "x_gnp.exe"],
    [`${"n".repeat(900)}.png`, `${"n".repeat(251)}.png`],
  ])("the name %s leads nowhere", async (name, expected) => {
    const { status, body } = await post(part("files[0]", name, "x") + END);
    expect([status, body.attachments?.[0]?.filename]).toEqual([200, expected]);
    expect(new URL(body.attachments![0]!.url).pathname.split("/").at(-1)).toBe(expected);
    expect((await fetch(body.attachments![0]!.url)).status).toBe(200);
  });

  it.each([
    ["page.html", "application/octet-stream", "attachment"],
    ["picture.svg", "application/octet-stream", "attachment"],
    ["script.js", "application/octet-stream", "attachment"],
    ["page.png.html", "application/octet-stream", "attachment"],
    ["notes.txt", "text/plain; charset=utf-8", "attachment"],
    ["PICTURE.PNG", "image/png", "inline"],
    ["hasOwnProperty.constructor", "application/octet-stream", "attachment"],
  ])("%s is served as %s, %s", async (name, type, disposition) => {
    const { body } = await post(part("files[0]", name, "<script>alert(1)</script>") + END);
    const { headers, status } = await fetch(body.attachments![0]!.url, { headers: { range: "bytes=0-3" } });
    expect(status).toBe(206);
    expect(Object.fromEntries(headers)).toMatchObject({
      "content-type": type,
      "content-disposition": `${disposition}; filename="${name}"`,
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; sandbox",
      "accept-ranges": "bytes",
      "content-range": "bytes 0-3/25",
      "content-length": "4",
    });
  });

  it("an address is valid only as it was given out", async () => {
    const { body } = await post(part("files[0]", "a.txt", "x") + END);
    const url = new URL(body.attachments![0]!.url);
    const status = async (change: (url: URL) => void): Promise<number> => {
      const changed = new URL(url);
      change(changed);
      return (await fetch(changed)).status;
    };
    const moved = (from: string, to: string) => (one: URL) => (one.pathname = one.pathname.replace(from, to));
    expect(await status(() => undefined)).toBe(200);
    expect(await status((one) => (one.search = ""))).toBe(404);
    for (const name of ["ex", "is", "hm"]) {
      expect(await status((one) => one.searchParams.delete(name))).toBe(404);
      expect(await status((one) => one.searchParams.set(name, "0"))).toBe(404);
      expect(await status((one) => one.searchParams.append(name, one.searchParams.get(name)!))).toBe(404);
    }
    expect(await status((one) => one.searchParams.set("ex", "ffffffff"))).toBe(404);
    expect(await status(moved("a.txt", "b.txt"))).toBe(404);
    expect(await status(moved("a.txt", "..%2f..%2fplatform.db"))).toBe(404);
    expect(await status(moved("/attachments/", "/attachments/%2e%2e/"))).toBe(404);
    expect(await status((one) => (one.pathname = `/cdn${one.pathname}`))).toBe(404);
  });

  it("a caller without a token is rejected before it has sent its file", async () => {
    const { apiBase } = platform.endpoints;
    const url = `${apiBase}/v10/channels/${platform.seeded.textChannelId}/messages`;
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const asked = request(url, {
        method: "POST",
        headers: { "content-type": TYPE, "content-length": 20_000_000 },
      });
      asked.on("response", ({ statusCode }) => {
        resolve(statusCode);
        asked.destroy();
      });
      asked.on("error", reject);
      asked.write(part("files[0]", "a", ""));
    });
    expect(status).toBe(401);
  });
});
