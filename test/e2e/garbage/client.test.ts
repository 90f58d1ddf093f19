import { connect } from "node:net";
import { GatewayEvent, VoiceOpcode } from "sdkpp/wire";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ClientProcess } from "../../support/client-process.js";
import { Garbage, GARBAGE_SEED, inputs } from "../../support/garbage.js";
import { HostilePlatform } from "../../support/hostile-platform.js";

/** `Client::Status::Ready`, `Call::Status::Connected`. */
const READY = 3;
const CONNECTED = 4;
const EVENTS = Object.values(GatewayEvent);
const VOICE_OPS = Object.values(VoiceOpcode);
const DEADLINE_MS = 15_000;

let platform: HostilePlatform;
let client: ClientProcess;
let garbage: Garbage;

beforeEach(async () => {
  garbage = new Garbage(GARBAGE_SEED);
  platform = await HostilePlatform.start();
  client = await ClientProcess.start(platform.addresses);
});
afterEach(async () => {
  client.kill();
  await platform.stop();
});

async function until(what: string, holds: (status: Record<string, unknown>) => boolean): Promise<void> {
  const end = performance.now() + DEADLINE_MS;
  for (;;) {
    const status = await client.do("status");
    if (holds(status)) return;
    if (performance.now() > end)
      throw new Error(`seed ${String(GARBAGE_SEED)}: ${what} never came: ${JSON.stringify(status)}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

const ready = (): Promise<void> => until("Ready", ({ status }) => status === READY);

/** The client lives, made no mistake, and still does what it is told. */
async function expectUnharmed(): Promise<void> {
  platform.answers.http = () => false;
  platform.answers.ready = (d) => d;
  platform.answers.hello = (d) => d;
  const { internal } = await client.do("status");
  expect({ seed: GARBAGE_SEED, end: client.end, internal }).toEqual({
    seed: GARBAGE_SEED,
    end: undefined,
    internal: [],
  });
  await ready();
}

async function connected(): Promise<void> {
  await client.do("connect");
  await ready();
}

/** A real payload of an event, more or less. */
function payload(): unknown {
  const rest = garbage.object(12, 4);
  const ids = { id: "9", lobby_id: "9", user_id: "6", channel_id: "9", guild_id: "7", message_id: "11" };
  const user = { id: "6", username: "ben", ...(garbage.chance(0.3) ? garbage.object() : {}) };
  const usual = { ...ids, user, author: user, member: { user_id: "6", user }, content: "text", type: 1 };
  return garbage.chance(0.2) ? garbage.value(4) : { ...usual, ...rest };
}

describe("garbage at the client's doors", () => {
  it("HTTP responses: every operation settles", async () => {
    const { below, chance, pick } = {
      below: garbage.below.bind(garbage),
      chance: garbage.chance.bind(garbage),
      pick: garbage.pick.bind(garbage),
    };
    platform.answers.http = (_request, response) => {
      if (chance(0.02)) return (response.destroy(), true);
      response.statusCode = pick([200, 200, 200, 201, 204, 302, 400, 401, 403, 404, 418, 429, 500, 503, 599]);
      if (chance(0.1)) response.setHeader("Retry-After", pick(["0.01", "-1", "x", "1e9"]));
      if (chance(0.1)) response.setHeader("Date", pick(["never", "Thu, 01 Jan 1970 00:00:00 GMT"]));
      response.end(
        chance(0.2) ? garbage.someBytes(400) : chance(0.5) ? JSON.stringify(payload()) : garbage.json(),
      );
      return below(2) >= 0;
    };
    await client.do("connect");
    await ready();
    const wanted = platform.requests + inputs(800);
    while (platform.requests < wanted) {
      const { outcomes } = (await client.do("operations")) as unknown as { outcomes: string[] };
      expect(new Set(outcomes.filter((outcome) => outcome.includes("internal")))).toEqual(new Set());
    }
    await expectUnharmed();
  });

  it("events of the main gateway", async () => {
    await connected();
    for (let n = inputs(4000); n > 0; n -= 1) {
      const sent = garbage.chance(0.9)
        ? platform.dispatch(garbage.pick(EVENTS.filter((event) => event !== "READY")), payload())
        : platform.sendMain(garbage.json());
      if (!sent || n % 100 === 0) await ready();
    }
    await expectUnharmed();
  });

  it("undecodable frames, opcodes and closes of the main gateway", async () => {
    await connected();
    for (let n = inputs(200); n > 0; n -= 1) {
      const op = garbage.below(50);
      const deeds = [
        () => platform.sendMain(garbage.text()),
        () => platform.sendMain(garbage.someBytes(2000)),
        () =>
          platform.sendMain(
            JSON.stringify({ op, d: garbage.value(), s: garbage.value(1), t: garbage.value(1) }),
          ),
        () => platform.closeMain(garbage.pick([1000, 1001, 3000, 4000, 4007, 4009, 4999])),
      ];
      garbage.pick(deeds)();
      if (n % 10 === 0) await ready();
    }
    await ready();
    await expectUnharmed();
  });

  it("READY and Hello", async () => {
    for (let n = inputs(20); n > 0; n -= 1) {
      const resume_gateway_url = garbage.pick(["", "x", "//", "http://[", 5, null, "ws://127.0.0.1:1/"]);
      platform.answers.ready = (d) => {
        const odd = garbage.chance(0.5) ? garbage.object() : {};
        return garbage.chance(0.3) ? garbage.value() : { ...d, ...odd, resume_gateway_url };
      };
      platform.answers.hello = (d) => (garbage.chance(0.3) ? garbage.value() : { ...d, ...garbage.object() });
      await client.do("connect");
      await until("a login", () => platform.logins.main > 0);
      platform.closeMain(4000);
      await until("another login", () => platform.logins.main > 1);
      await client.do("disconnect");
      await until("the end", ({ status }) => status === 0);
      platform.logins.main = 0;
    }
    platform.answers.ready = (d) => d;
    platform.answers.hello = (d) => d;
    await client.do("connect");
    await expectUnharmed();
  });

  it("messages of the voice gateway", async () => {
    await connected();
    await client.do("call");
    const inCall = (): Promise<void> => until("the call", ({ call }) => call === CONNECTED || call === 0);
    await inCall();
    for (let n = inputs(3000); n > 0; n -= 1) {
      const op = garbage.pick(VOICE_OPS);
      const users = {
        user_id: "6",
        user_ids: ["6", garbage.value(1)],
        ssrc: 77,
        audio_ssrc: 77,
        speaking: 1,
      };
      const deeds = [
        () => platform.say(op, { ...users, ...garbage.object() }),
        () => platform.say(op, garbage.value()),
        () => platform.sayBinary(op, garbage.someBytes(600)),
        () => platform.sendVoice(garbage.json()),
        () => platform.sendVoice(garbage.someBytes(100)),
      ];
      if (!garbage.pick(deeds)() || n % 100 === 0) {
        const { call } = await client.do("status");
        if (call === 0) await client.do("call");
        await inCall();
      }
    }
    await expectUnharmed();
  });

  it("datagrams", async () => {
    // Nothing has to be waited for here, and no deadline may end the call while both processors are busy.
    client.kill();
    client = await ClientProcess.start(platform.addresses, 1);
    await connected();
    await client.do("call");
    await until("the call", ({ call }) => call === CONNECTED);
    const heads = [
      [0x90, 0x78],
      [0x80, 0x78],
      [0x81, 0xc9],
      [0x80, 0xc8],
      [0, 2, 0, 70],
      [0x13, 0x37, 0xf0, 0x0d],
      [],
    ];
    for (let n = inputs(4000); n > 0; n -= 1) {
      const head = Buffer.from(garbage.pick(heads));
      await platform.datagram(Buffer.concat([head, garbage.someBytes(1600)]));
    }
    await until("the call to go on", ({ call }) => call === CONNECTED);
    await expectUnharmed();
  });

  it("requests to the redirect listener", async () => {
    await client.do("authorize");
    const { url } = (await client.do("page")) as unknown as { url: string };
    const redirect = new URL(new URL(url).searchParams.get("redirect_uri") ?? "");
    const raw = (bytes: Buffer | string): Promise<void> =>
      new Promise((resolve) => {
        const socket = connect(Number(redirect.port), redirect.hostname, () => socket.end(bytes));
        socket.on("error", () => undefined);
        socket.on("close", () => resolve());
        socket.resume();
      });
    const lines = [
      `GET ${redirect.pathname}?`,
      "GET //",
      "GET http://[",
      "POST /",
      "\r\n",
      "GET /callback?state=&code=",
    ];
    for (let n = inputs(300); n > 0; n -= 1) {
      const good = `${garbage.pick(lines)}${garbage.text(200)} HTTP/1.1\r\nHost: ${redirect.host}\r\n\r\n`;
      await raw(garbage.chance(0.5) ? good : garbage.damaged(Buffer.from(good)));
    }
    const state = encodeURIComponent(new URL(url).searchParams.get("state") ?? "");
    await raw(
      `GET ${redirect.pathname}?state=${state}&code=good HTTP/1.1\r\nHost: ${redirect.host}\r\nConnection: close\r\n\r\n`,
    );
    expect(await client.report("authorized")).toMatchObject({ code: "good" });
    expect(client.end).toBeUndefined();
  });
});
