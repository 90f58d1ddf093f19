// What crosses the wire, as those see it who follow: in the process, over HTTP, and on the command line.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { request, type IncomingMessage } from "node:http";
import type { Platform, TimelineKind, TimelineRecord } from "@sdkpp/platform";
import { connectControl } from "@sdkpp/platform/control";
import { openCast } from "@sdkpp/testing";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { RawGame } from "../../support/raw-game.js";
import { sendRequest } from "../../support/send-request.js";
import { waitFor } from "../../support/wait-for.js";
import { WebhookReceiver } from "../../support/webhook-receiver.js";
import { botSession, platformForTest, player } from "./support-platform.js";

const PROGRAM = new URL("../../../platform/dist/bundle/cli.js", import.meta.url).pathname;
const LISTENERS_MAX = 32;

let platform: Platform;
beforeEach(async () => {
  platform = await platformForTest({ controlApi: {}, localWebhooks: true, e2ee: "required" });
});

const me = (authorization = `Bot ${platform.seeded.botToken}`) =>
  sendRequest(platform, authorization, "GET", "/users/@me");

/** The head of a response to one who follows. */
async function open(query = "", headers: Record<string, string> = {}): Promise<IncomingMessage> {
  const { url, token } = platform.controlApi!;
  const all = { authorization: `Bearer ${token}`, ...headers };
  const sent = request(`${url}/control/v1/events${query}`, { headers: all }).end();
  onTestFinished(() => void sent.destroy());
  sent.on("error", () => undefined);
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  return response.setEncoding("utf8");
}

/** What is sent until it has this in it. */
async function readUntil(response: IncomingMessage, part: string): Promise<string> {
  let text = "";
  response.on("data", (more: string) => (text += more));
  await waitFor(part, () => text.includes(part));
  return text;
}

/** One request, message or frame of every kind. @returns the secrets that were in them */
async function playEverything(): Promise<string[]> {
  const { seeded, control } = platform;
  const bot = `Bot ${seeded.botToken}`;
  const ada = player(platform, 0);
  const { ready } = await botSession(platform);
  const made = await sendRequest<{ id: string; token: string }>(
    platform,
    bot,
    "POST",
    `/channels/${seeded.textChannelId}/webhooks`,
    { name: "Herald" },
  );
  const hook = made.body;
  await sendRequest(platform, undefined, "POST", `/webhooks/${hook.id}/${hook.token}`, { content: "hi" });
  await sendRequest(platform, bot, "GET", `/webhooks/${hook.id}/${hook.token}/nothing?code=${ada.token}`);
  await sendRequest(platform, `Bearer ${ada.token}x`, "GET", `/users/@me?access_token=${ada.token}`);
  await using receiver = await WebhookReceiver.open();
  const application = await sendRequest<{ verify_key: string }>(platform, bot, "GET", "/applications/@me");
  receiver.expectKey(application.body.verify_key);
  await sendRequest(platform, bot, "PATCH", "/applications/@me", {
    event_webhooks_url: `${receiver.url}?key=Sup3rS3cr3t`,
    event_webhooks_status: 2,
    event_webhooks_types: ["QUEST_USER_ENROLLMENT"],
  });
  control.applications.enrollInQuest(seeded.applicationId);
  await receiver.next("QUEST_USER_ENROLLMENT");
  const { path } = await control.desktop.start({ userId: ada.userId });
  const game = await RawGame.start(path, seeded.applicationId);
  onTestFinished(() => game[Symbol.dispose]());
  await game.ask("AUTHENTICATE", { access_token: ada.token });
  await speakInLobby("l0bby-Secret");
  return [ada.token, seeded.botToken, hook.token, String(ready["session_id"]), "Sup3rS3cr3t", "l0bby-Secret"];
}

/** With the real client, and end-to-end encryption. */
async function speakInLobby(secret: string): Promise<void> {
  const cast = await openCast(platform);
  onTestFinished(() => cast.close());
  const people = await Promise.all([cast.actor("ada"), cast.actor("ben")]);
  for (const one of people) await one.joinVoice(await one.joinLobby(secret));
  const [ada, ben] = people;
  await ada.speak({ hz: 440, seconds: 2 });
  await ben.heard(ada, { of: { hz: 440 }, within: 10_000 });
}

describe("those who follow in the process", () => {
  it("see every kind of traffic in order, and no secret", async () => {
    const records: TimelineRecord[] = [];
    const abort = new AbortController();
    const following = (async () => {
      for await (const record of platform.control.timeline.follow({ signal: abort.signal }))
        records.push(record);
    })();
    const secrets = await playEverything();
    const has = (kind: TimelineKind) => records.some((record) => record.kind === kind);
    const kinds: TimelineKind[] = ["http", "gateway", "voice", "webhook", "rpc", "media"];
    await waitFor("all kinds", () => kinds.every(has));
    abort.abort();
    await following;
    expect(records.map(({ serial }) => serial)).toEqual(records.map((_, index) => index + 1));
    const text = JSON.stringify(records);
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
    // Keys, tokens and session ids have letters and digits mixed; ids have digits only.
    const words = text.match(/[\w+/-]{16,}/g) ?? [];
    expect(words.filter((word) => /\d/.test(word) && /[a-z]/i.test(word) && !word.startsWith("/"))).toEqual(
      [],
    );
    expect(text).toContain("/webhooks/");
    expect(records.find(({ text: line }) => line.includes("READY"))).toMatchObject({
      direction: "out",
      op: 0,
    });
  });

  it("stop at the end of a loop, with their signal, and with the platform", async () => {
    const { timeline } = platform.control;
    for await (const { kind } of timeline.follow()) if (kind === "timeline") break;
    expect(await timeline.follow({ signal: AbortSignal.abort() }).next()).toEqual({
      done: true,
      value: undefined,
    });
    const last = timeline.follow({ kinds: ["rpc"] }).next();
    await platform.stop();
    expect(await last).toEqual({ done: true, value: undefined });
    expect(() => timeline.follow({ kinds: ["htp" as never] })).toThrow('kinds[0]: expected "http"');
    expect(() => timeline.follow({ about: "" })).toThrow("about: expected a string of 1 to 200");
    expect(() => timeline.follow({ after: -1 })).toThrow("after: expected a whole number");
  });
});

describe("those who follow over HTTP", () => {
  it("get records as events, and those after their last one when they come back", async () => {
    const first = await open("?kind=http&about=@me");
    await me();
    const text = await readUntil(first, "200 in");
    first.destroy();
    const [, id = ""] = /id: (\d+)\ndata: (?=\{"serial")/.exec(text)!;
    await me("Bot wrong");
    const again = await readUntil(await open("?about=@me", { "last-event-id": id }), "401");
    expect(again).not.toContain("200 in");
    expect(first.headers["content-type"]).toBe("text/event-stream; charset=utf-8");
  });

  it.each<[string, string, Record<string, string>, number, RegExp]>([
    ["without the token", "", { authorization: "" }, 401, /needs the header/],
    ["as a page", "", { origin: "https://evil.example" }, 403, /Web pages/],
    ["a kind that there is not", "?kind=http,htp", {}, 400, /kinds\[1\]: expected /],
    ["with another parameter", "?kid=http", {}, 400, /kid: expected kind or about/],
    ["after no number", "", { "last-event-id": "x" }, 400, /after: expected a whole number/],
  ])("are refused %s", async (_what, query, headers, status, message) => {
    const response = await open(query, headers);
    expect(response.statusCode).toBe(status);
    expect(await readUntil(response, "}}")).toMatch(message);
  });

  it("are not too many, cost nothing when they have left, and end with the platform", async () => {
    const all = await Promise.all(Array.from({ length: LISTENERS_MAX }, () => open()));
    expect((await open()).statusCode).toBe(429);
    const [one] = all.splice(0, 1);
    one!.destroy();
    let status: number | undefined = 429;
    while (status === 429) ({ statusCode: status } = await open());
    const ends = all.map((response) => once(response.resume(), "end"));
    await platform.stop();
    await Promise.all(ends);
  });
});

describe("control in another process", () => {
  it("follows as in this one", async () => {
    const remote = connectControl(platform.controlApi!);
    const abort = new AbortController();
    const records = remote.timeline.follow({ kinds: ["http"], about: "@me", signal: abort.signal });
    await waitFor("a listener", () => platform.control.timeline.list().length > 0);
    await me();
    expect((await records.next()).value).toMatchObject({ kind: "http", path: "/users/@me", status: 200 });
    expect((await remote.timeline.list({ about: "/users" })).length).toBe(1);
    const next = records.next();
    abort.abort();
    expect(await next).toMatchObject({ done: true });
    const wrong = connectControl({ ...platform.controlApi!, token: "x" }).timeline.follow();
    await expect(wrong.next()).rejects.toMatchObject({ status: 401 });
    const last = remote.timeline.follow();
    const first = last.next();
    const heard = { isSo: false };
    void first.then(() => (heard.isSo = true));
    while (!heard.isSo) await me();
    await platform.stop();
    for await (const { kind } of last) expect(kind).toBe("http");
  });
});

describe("the command log", () => {
  function log(...args: string[]) {
    const { url, token } = platform.controlApi!;
    const env = { ...process.env, SDKPP_CONTROL: url, SDKPP_CONTROL_TOKEN: token };
    const child = spawn(process.execPath, [PROGRAM, "log", ...args], { env });
    let [out, err] = ["", ""];
    child.stdout.on("data", (part) => (out += String(part)));
    child.stderr.on("data", (part) => (err += String(part)));
    const ended = once(child, "exit").then(([code]) => code as number | null);
    return { child, ended, out: () => out, err: () => err };
  }

  it("prints lines or JSON until Ctrl+C, or until the platform stops", async () => {
    const people = log("--follow", "--filter", "@me");
    const programs = log("--follow", "--filter", "http", "--json");
    const reads = (text: string) => text.includes("/users/@me");
    while (!(reads(people.out()) && reads(programs.out()))) await me();
    programs.child.kill("SIGINT");
    expect([await programs.ended, programs.err()]).toEqual([0, ""]);
    const [first = ""] = programs.out().split("\n");
    expect(JSON.parse(first)).toMatchObject({ kind: "http", path: "/users/@me", status: 200 });
    await platform.stop();
    expect([await people.ended, people.err()]).toEqual([0, "The platform has stopped.\n"]);
    expect(people.out()).toMatch(/^\d\d:\d\d:\d\d\.\d{3} http {5}GET \/users\/@me → 200 in \d+ ms, user /);
  });

  it("does what the guide shows", async () => {
    const guide = new URL("../../../docs/guides/testing-from-other-languages.md", import.meta.url);
    const [, args = ""] = /npx @sdkpp\/platform (log --follow.*)/.exec(readFileSync(guide, "utf8"))!;
    const shown = log(...args.split(" ").slice(1));
    while (!shown.out().includes("op 10 Hello")) (await botSession(platform)).socket.close();
    shown.child.kill("SIGINT");
    expect(await shown.ended).toBe(0);
  });

  it("prints what is kept, or says that nothing is", async () => {
    const nothing = log();
    expect([await nothing.ended, nothing.out()]).toEqual([0, ""]);
    expect(nothing.err()).toMatch(/^Nothing is kept: use --follow/);
    platform.control.timeline.keep(true);
    await me();
    const kept = log("--filter", "http");
    expect(await kept.ended).toBe(0);
    expect(kept.out()).toContain("GET /users/@me → 200");
  });
});
