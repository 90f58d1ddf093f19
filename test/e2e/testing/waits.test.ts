// Waits of people end: with whoever waits for them, and although the platform's clock stands.
import { connectGroups, ControlError } from "@sdkpp/platform/control";
import { startPlatform, type ControlExtension, type LogSeverity, type Platform } from "@sdkpp/platform";
import { NotSeenError, openCast, people, type Actor } from "@sdkpp/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sendRequest } from "../../support/send-request.js";

const HOUR = 3_600_000;
/** As many as there may be at once. */
const MOST = 2;
const DEADLINE_MS = 20_000;

const few: ControlExtension = {
  table: people.table,
  open: async (stage) => {
    const cast = await openCast(stage, { most: MOST });
    return { groups: { actors: (name: string) => cast.actor(name) }, close: () => cast.close() };
  },
};

let platform: Platform;
const log: [LogSeverity, string][] = [];

beforeAll(async () => {
  platform = await startPlatform(
    { controlApi: {}, log: (line, severity) => void log.push([severity, line]) },
    few,
  );
});
afterAll(() => platform.stop());

interface Answer {
  readonly status: number;
  readonly code: unknown;
}

async function post(deed: string, body: object, signal: AbortSignal | null = null): Promise<Answer> {
  const { url, token } = platform.controlApi!;
  const response = await fetch(`${url}/control/v1/actors/${deed}`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify(body),
    signal,
  });
  const text = await response.text();
  const { error } = JSON.parse(text === "" ? "{}" : text) as { error?: { code?: unknown } };
  return { status: response.status, code: error?.code };
}

const sees = (within: number, signal?: AbortSignal) =>
  post("sees", { actor: "ada", wanted: { contains: "never" }, within }, signal);

/** Asks for another wait until it is admitted, or no longer, which is some milliseconds after a guest has come or gone. */
async function untilAnotherIs(expected: "TOO_MANY_WAITS" | "NOT_SEEN"): Promise<void> {
  const end = performance.now() + DEADLINE_MS;
  for (;;) {
    const { code } = await sees(0);
    if (code === expected) return;
    if (performance.now() > end) throw new Error(`timed out: another wait fails with ${String(code)}`);
  }
}

/** Asks again when a question of {@link untilAnotherIs} has taken the place. */
async function insist(wait: (signal: AbortSignal) => Promise<Answer>, signal: AbortSignal): Promise<Answer> {
  for (;;) {
    const answer = await wait(signal);
    if (answer.code !== "TOO_MANY_WAITS") return answer;
  }
}

describe("a wait whose guest has gone is over", () => {
  const waits: [string, (signal: AbortSignal) => Promise<Answer>][] = [
    ["sees", (signal) => sees(HOUR, signal)],
    ["heard", (signal) => post("heard", { actor: "ada", speaker: "5", within: HOUR }, signal)],
    ["listenTo", (signal) => post("listenTo", { actor: "ada", speaker: "5", seconds: 60 }, signal)],
  ];

  it.each(waits)("%s", async (name, wait) => {
    if (name === "listenTo") await post("joinVoice", { actor: "ada", place: platform.seeded.voiceChannelId });
    const guests = Array.from({ length: MOST }, () => new AbortController());
    const ended = Promise.allSettled(guests.map(({ signal }) => insist(wait, signal)));
    await untilAnotherIs("TOO_MANY_WAITS");
    for (const guest of guests) guest.abort();
    await untilAnotherIs("NOT_SEEN");
    // Not one of them is counted any more: as many fit again as there may be.
    const others = Array.from({ length: MOST }, () => new AbortController());
    const again = Promise.allSettled(others.map(({ signal }) => insist((its) => sees(HOUR, its), signal)));
    await untilAnotherIs("TOO_MANY_WAITS");
    for (const guest of others) guest.abort();
    await untilAnotherIs("NOT_SEEN");
    expect((await ended).map(({ status }) => status)).toEqual(guests.map(() => "rejected"));
    await again;
    expect(log.filter(([severity]) => severity === "error")).toEqual([]);
  });

  it("also through a client in JavaScript, by its signal", async () => {
    const { actors } = connectGroups(platform.controlApi!, people.table) as {
      actors: (name: string) => Pick<Actor, "sees">;
    };
    const abort = new AbortController();
    const wait = async (signal: AbortSignal): Promise<Answer> => {
      try {
        await actors("ada").sees({ contains: "never" }, { within: HOUR, signal });
        return { status: 200, code: undefined };
      } catch (error) {
        if (error instanceof ControlError) return { status: error.status ?? 0, code: error.failure?.code };
        throw error;
      }
    };
    const waiting = Array.from({ length: MOST }, () => insist(wait, abort.signal));
    const ended = Promise.allSettled(waiting);
    await untilAnotherIs("TOO_MANY_WAITS");
    const reason = new Error("enough");
    abort.abort(reason);
    expect(await ended).toEqual(waiting.map(() => ({ status: "rejected", reason })));
    await untilAnotherIs("NOT_SEEN");
  });

  it("and what a request calls its signal is refused", async () => {
    expect(await post("sees", { actor: "ada", wanted: {}, signal: {} })).toMatchObject({ status: 400 });
  });
});

describe("in this process", () => {
  it("a signal ends a wait with its reason, and gives its place to another one", async () => {
    await using cast = await openCast(platform, { most: 1 });
    const ada = await cast.actor("ben");
    const { applicationId, botToken, textChannelId, voiceChannelId } = platform.seeded;
    const reason = new Error("enough");
    const waits: ((signal: AbortSignal) => Promise<unknown>)[] = [
      (signal) => ada.sees(() => false, { within: HOUR, signal }),
      (signal) => ada.heard("5", { within: HOUR, signal }),
      (signal) => ada.listenTo("5", { seconds: 60, signal }),
      (signal) => ada.useCommand("wave", {}, { in: textChannelId, signal }),
    ];
    const command = { name: "wave", description: "Waves" };
    await sendRequest(
      platform,
      `Bot ${botToken}`,
      "POST",
      `/applications/${applicationId}/commands`,
      command,
    );
    await ada.joinVoice(voiceChannelId);
    for (const wait of waits) {
      const abort = new AbortController();
      const waiting = wait(abort.signal);
      abort.abort(reason);
      await expect(waiting).rejects.toBe(reason);
      await expect(wait(AbortSignal.abort(reason))).rejects.toBe(reason);
    }
    await expect(ada.sees(() => false, { signal: 5 as never })).rejects.toThrow("signal: expected");
    await expect(ada.listenTo("5", { signal: 5 as never })).rejects.toThrow("signal: expected");
    const wrong = { signal: 5 as never };
    const message = { id: "5", channelId: textChannelId };
    await expect(ada.click(message, "yes", undefined, wrong)).rejects.toThrow("signal: expected");
    await expect(ada.fillModal({ id: "5" }, {}, wrong)).rejects.toThrow("signal: expected");
  });
});

describe("while the platform's clock stands", () => {
  it("`sees` ends after as much real time, and at once when the clock is moved", async () => {
    await using cast = await openCast(platform);
    const ada = await cast.actor("ada");
    await platform.control.clock.freeze();
    try {
      const begun = performance.now();
      await expect(ada.sees(() => false, { within: 300 })).rejects.toThrow(NotSeenError);
      expect(performance.now() - begun).toBeGreaterThanOrEqual(300);
      expect(await sees(300)).toEqual({ status: 422, code: "NOT_SEEN" });
      const waiting = expect(ada.sees(() => false, { within: HOUR })).rejects.toThrow(NotSeenError);
      await platform.control.clock.advance(HOUR);
      await waiting;
    } finally {
      await platform.control.clock.resume();
    }
  });
});
