// Files of messages: streamed to the data folder and back, in parts too, and what hostile senders and readers cost.
import { readdirSync, readFileSync, readlinkSync, rmSync } from "node:fs";
import { request, type ClientRequest } from "node:http";
import { connect } from "node:net";
import type { AttachmentPayload, MessagePayload } from "sdkpp/wire";
import type { Platform } from "@sdkpp/platform";
import { describe, expect, it, onTestFinished } from "vitest";
import { sendFiles } from "../../support/send-files.js";
import { sendRequest } from "../../support/send-request.js";
import { waitFor } from "../../support/wait-for.js";
import { folderPerTest } from "./support-folder.js";
import { platformForTest } from "./support-platform.js";

const at = folderPerTest();
const TYPE = "multipart/form-data; boundary=x";
const LARGE = 10 * 1024 * 1024;
/** Long enough for a request on a busy machine. */
const TIMEOUT_MS = 1500;

const channelOf = ({ seeded }: Platform): string => `/channels/${seeded.textChannelId}/messages`;
const botOf = ({ seeded }: Platform): string => `Bot ${seeded.botToken}`;

async function post(platform: Platform, content: string | Uint8Array<ArrayBuffer>): Promise<MessagePayload> {
  const line = `POST ${channelOf(platform)}`;
  const { status, body } = await sendFiles<MessagePayload>(platform, botOf(platform), line, {}, [
    ["a.txt", content],
  ]);
  expect(status).toBe(200);
  return body;
}

const drop = (platform: Platform, { id }: MessagePayload) =>
  sendRequest(platform, botOf(platform), "DELETE", `${channelOf(platform)}/${id}`);
const fileOf = ({ attachments: [file] }: MessagePayload): AttachmentPayload => file!;

/** Names of the bytes that are kept. */
function kept(): string[] {
  const folders = readdirSync(at("files")).filter((name) => name.length === 2);
  return folders.flatMap((name) => readdirSync(at(`files/${name}`)));
}
const arriving = (): string[] => readdirSync(at("files/arriving"));

const PART = `--x\r\nContent-Disposition: form-data; name="files[0]"; filename="a.bin"\r\n\r\n`;
const END = "\r\n--x--\r\n";

/** A post whose body is still to be written. */
function begin(
  platform: Platform,
  length: number | undefined,
  authorization = botOf(platform),
): ClientRequest {
  const asked = request(`${platform.endpoints.apiBase}/v10${channelOf(platform)}`, {
    method: "POST",
    agent: false,
    headers: {
      authorization,
      "content-type": TYPE,
      ...(length !== undefined && { "content-length": length }),
    },
  });
  asked.on("error", () => undefined);
  onTestFinished(() => void asked.destroy());
  return asked;
}

const answerTo = (asked: ClientRequest): Promise<number | undefined> =>
  new Promise((resolve) => {
    asked.on("response", ({ statusCode }) => resolve(statusCode));
    asked.on("close", () => resolve(undefined));
  });

describe("a file of a message", () => {
  it("comes back whole, in part, or not at all when it is known", async () => {
    const platform = await platformForTest({ dataDir: at("") });
    const { url } = fileOf(await post(platform, "0123456789"));
    const ask = async (headers: Record<string, string>, method = "GET") => {
      const answer = await fetch(url, { method, headers });
      const { status } = answer;
      const [range, length] = ["content-range", "content-length"].map((name) => answer.headers.get(name));
      return { status, range, length, text: await answer.text() };
    };
    const whole = { status: 200, range: null, length: "10", text: "0123456789" };
    const tag = (await fetch(url)).headers.get("etag") ?? "";
    expect(tag).toBe(`"${kept()[0] ?? ""}"`);
    expect(await ask({})).toEqual(whole);
    const part = { status: 206, range: "bytes 2-4/10", length: "3", text: "234" };
    expect(await ask({ range: "bytes=2-4" })).toEqual(part);
    expect(await ask({ range: "bytes=2-4", "if-range": tag })).toEqual(part);
    expect(await ask({ range: "bytes=2-4", "if-range": '"other"' })).toEqual(whole);
    expect(await ask({ range: "bytes=0-0,2-4" })).toEqual(whole);
    expect(await ask({ range: "bytes=-1" })).toMatchObject({ status: 206, text: "9" });
    expect(await ask({ range: "bytes=10-" })).toEqual({
      status: 416,
      range: "bytes */10",
      length: "0",
      text: "",
    });
    expect(await ask({ "if-none-match": tag, range: "bytes=2-4" })).toMatchObject({ status: 304, text: "" });
    expect(await ask({ range: "bytes=2-4" }, "HEAD")).toEqual({ ...whole, text: "" });
    expect(await (await fetch(fileOf(await post(platform, "")).url)).text()).toBe("");
  });

  it("outlives a restart, shares its bytes, and takes them along when it is the last one", async () => {
    const first = await platformForTest({ dataDir: at("") });
    const bytes = new Uint8Array(300_000).map((_, n) => n % 251);
    const [one, other] = [await post(first, bytes), await post(first, bytes)];
    expect(kept()).toHaveLength(1);
    await first.stop();
    const platform = await platformForTest({ dataDir: at("") });
    const answer = await sendRequest<MessagePayload>(
      platform,
      botOf(platform),
      "GET",
      `${channelOf(platform)}/${other.id}`,
    );
    const { url } = fileOf(answer.body);
    await drop(platform, one);
    const back = new Uint8Array(await (await fetch(url)).arrayBuffer());
    expect(Buffer.compare(back, bytes)).toBe(0);
    await drop(platform, other);
    await waitFor("the bytes to go", () => kept().length === 0 && arriving().length === 0);
    expect((await fetch(url)).status).toBe(404);
  });

  it("is unknown when somebody has taken its bytes away", async () => {
    const platform = await platformForTest({ dataDir: at("") });
    const message = await post(platform, "gone");
    const [name = ""] = kept();
    rmSync(at(`files/${name.slice(0, 2)}/${name}`));
    expect((await fetch(fileOf(message).url)).status).toBe(404);
    expect((await fetch(fileOf(message).url, { method: "HEAD" })).status).toBe(404);
    expect((await drop(platform, message)).status).toBe(204);
  });

  it("of a message that is refused leaves nothing", async () => {
    const platform = await platformForTest({ dataDir: at("") });
    const line = `POST ${channelOf(platform)}`;
    const refused = await sendFiles(platform, botOf(platform), line, { content: "x".repeat(2001) }, [
      ["a.txt", "x"],
      ["b.txt", new Uint8Array(300_000)],
    ]);
    expect(refused.status).toBe(400);
    await waitFor("the bytes to go", () => kept().length === 0 && arriving().length === 0);
  });
});

describe("a sender", () => {
  it("that is cut off in the middle leaves nothing", async () => {
    const platform = await platformForTest({ dataDir: at("") });
    const asked = begin(platform, LARGE);
    asked.write(PART + "x".repeat(1_000_000));
    await waitFor("its file", () => arriving().length === 1);
    asked.destroy();
    await waitFor("it to go", () => arriving().length === 0);
    expect(kept()).toEqual([]);
  });

  it("that stops sending is cut off in time, and leaves nothing", async () => {
    const platform = await platformForTest({ dataDir: at(""), requestTimeoutMs: 500 });
    const asked = begin(platform, undefined);
    asked.write(PART + "x".repeat(1_000_000));
    expect([undefined, 408, 400]).toContain(await answerTo(asked));
    await waitFor("its file to go", () => arriving().length === 0);
    expect(kept()).toEqual([]);
  });

  it.each([
    ["too short", PART.length + 5, 400],
    ["too long for the route", 200 * LARGE, 413],
  ])("whose declared length is %s is refused, and leaves nothing", async (_claim, length, status) => {
    const platform = await platformForTest({ dataDir: at("") });
    const socket = connect(Number(new URL(platform.endpoints.apiBase).port), "127.0.0.1");
    onTestFinished(() => void socket.destroy());
    socket.on("error", () => undefined);
    const head = [
      `POST /api/v10${channelOf(platform)} HTTP/1.1`,
      "Host: 127.0.0.1",
      `Authorization: ${botOf(platform)}`,
      `Content-Type: ${TYPE}`,
      `Content-Length: ${String(length)}`,
    ];
    let text = "";
    socket.setEncoding("latin1").on("data", (piece: string) => (text += piece));
    socket.write(`${head.join("\r\n")}\r\n\r\n${PART}hello world${END}`);
    await waitFor("an answer", () => text.includes("\r\n"));
    expect(text).toContain(`HTTP/1.1 ${String(status)} `);
    await waitFor("nothing to be left", () => arriving().length === 0 && kept().length === 0);
  });

  it("of many bodies that stand still has few files, and others are served meanwhile", async () => {
    const platform = await platformForTest({ dataDir: at("") });
    const many = Array.from({ length: 40 }, () => begin(platform, LARGE));
    for (const asked of many) asked.write(PART + "x".repeat(1000));
    await waitFor("their first files", () => arriving().length === 16);
    const { control, seeded } = platform;
    const other = control.applications.createBot(control.applications.create({ name: "Other" }).id);
    control.guilds.join(other.userId, seeded.guildId);
    const sent = await sendFiles(platform, `Bot ${other.token}`, `POST ${channelOf(platform)}`, {}, [
      ["b.txt", "hello"],
    ]);
    expect([sent.status, arriving().length]).toEqual([200, 16]);
    for (const asked of many) asked.destroy();
    await waitFor("all of them to go", () => arriving().length === 0);
    expect(kept()).toHaveLength(1);
  });
});

/** Whether this process has a file of the folder open. */
const isReading = (): boolean =>
  readdirSync("/proc/self/fd").some((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).startsWith(at("files"));
    } catch {
      return false;
    }
  });

describe.runIf(process.platform === "linux")("a reader", () => {
  const reading = async (platform: Platform) => {
    const { url } = fileOf(await post(platform, new Uint8Array(LARGE)));
    const { port, pathname, search } = new URL(url);
    const socket = connect(Number(port), "127.0.0.1");
    onTestFinished(() => void socket.destroy());
    socket.on("error", () => undefined);
    socket.pause();
    socket.write(`GET ${pathname}${search} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`);
    await waitFor("its file", isReading);
    return socket;
  };

  it("that takes nothing is cut off in time, and its file is closed", async () => {
    const platform = await platformForTest({ dataDir: at(""), requestTimeoutMs: TIMEOUT_MS });
    await reading(platform);
    await waitFor("its end", () => !isReading());
    expect((await fetch(`${platform.endpoints.apiBase}/v10/gateway`)).status).toBe(200);
  });

  it("that goes away closes its file at once, and one whose file goes meanwhile gets all of it", async () => {
    const platform = await platformForTest({ dataDir: at("") });
    const gone = await reading(platform);
    gone.destroy();
    await waitFor("its end", () => !isReading());
    const message = await post(platform, new Uint8Array(LARGE).fill(3));
    const answer = await fetch(fileOf(message).url);
    await drop(platform, message);
    const back = Buffer.from(await answer.arrayBuffer());
    expect([back.length, back.every((byte) => byte === 3)]).toEqual([LARGE, true]);
  });
});

describe("the data folder", () => {
  it("has no bytes of files in its database", async () => {
    const platform = await platformForTest({ dataDir: at("") });
    const text = "a sentence that is nowhere else";
    await post(platform, text);
    await platform.stop();
    const database = readFileSync(at("platform.db"));
    expect([database.includes(text), database.includes(Buffer.from(text).toString("base64"))]).toEqual([
      false,
      false,
    ]);
  });
});
