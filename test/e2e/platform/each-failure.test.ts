// Each call of the store and each outgoing request fails once: that is the end of one request or one attempt, told in one line.
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Platform } from "@sdkpp/platform";
import { COMMUNICATION_SCOPES } from "sdkpp/wire";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type * as guarding from "../../../platform/guard/guard.js";
import type * as sending from "../../../platform/outgoing/outgoing.js";
import type * as starting from "../../../platform/start.js";
import type * as storing from "../../../platform/store/sqlite-store.js";
import { sendRequest } from "../../support/send-request.js";
import { waitFor } from "../../support/wait-for.js";
import { FrameSocket } from "./support-socket.js";

/** Built modules of the platform, one by one: their prototypes can be reached, unlike those of a bundle. */
const built = (path: string): Promise<unknown> =>
  import(new URL(`../../../platform/dist/${path}`, import.meta.url).href);

/** Counts calls, and lets one fail. */
class Fault {
  calls = 0;
  #failing: number | undefined;
  #isQuiet = false;

  /** @param failing the call that fails, from 1 on; undefined: none */
  arm(failing: number | undefined): void {
    this.calls = 0;
    this.#failing = failing;
  }

  /** Runs an observation that is not counted. */
  quietly<T>(look: () => T): T {
    this.#isQuiet = true;
    try {
      return look();
    } finally {
      this.#isQuiet = false;
    }
  }

  /** @throws {Error} when this is the call that fails */
  pass(what: string): void {
    if (this.#isQuiet) return;
    this.calls += 1;
    if (this.calls === this.#failing) throw new Error(`${what} fails in this test`);
  }
}

const fault = new Fault();
let reports = 0;
const unhandled: unknown[] = [];
const note = (error: unknown): void => void unhandled.push(error);
let platform: Platform;
let application: Server;
let answered = 0;

const STORE = [
  "transaction",
  "get",
  "put",
  "delete",
  "listBy",
  "page",
  "all",
  "listUpTo",
  "listDown",
] as const;
const OUTGOING = ["post", "ask", "get"] as const;

beforeAll(async () => {
  process.on("unhandledRejection", note).on("uncaughtException", note);
  const { SqliteStore } = (await built("store/sqlite-store.js")) as typeof storing;
  const { Outgoing } = (await built("outgoing/outgoing.js")) as typeof sending;
  const { startPlatform } = (await built("start.js")) as typeof starting;
  const { Guard } = (await built("guard/guard.js")) as typeof guarding;
  vi.spyOn(Guard.prototype, "report").mockImplementation(() => void (reports += 1));
  for (const name of STORE) breakable(SqliteStore.prototype, name);
  for (const name of OUTGOING) breakable(Outgoing.prototype, name);
  platform = await startPlatform({ localWebhooks: true, log: () => undefined });
  application = createServer((request, response) => {
    request.resume();
    answered += 1;
    const isInteraction = request.url === "/interactions";
    // A right PING and a wrong one per address, then what is sent.
    const status = answered === 2 || answered === 4 ? 401 : isInteraction ? 200 : 204;
    const reply = answered === 3 ? { type: 1 } : { type: 4, data: { content: "hello" } };
    response.writeHead(status, { "content-type": "application/json" });
    response.end(status === 200 ? JSON.stringify(reply) : undefined);
  }).listen(0, "127.0.0.1");
  await once(application, "listening");
  const base = `http://127.0.0.1:${String((application.address() as AddressInfo).port)}`;
  const types = { event_webhooks_status: 2, event_webhooks_types: ["LOBBY_MESSAGE_CREATE"] };
  const addresses = [
    { event_webhooks_url: `${base}/events`, ...types },
    { interactions_endpoint_url: `${base}/interactions` },
  ];
  for (const body of addresses) expect((await ask("PATCH", "/applications/@me", body)).status).toBe(200);
  return async () => {
    vi.restoreAllMocks();
    await platform.stop();
    application.close();
    application.closeAllConnections();
    process.off("unhandledRejection", note).off("uncaughtException", note);
  };
});

afterEach(() => fault.arm(undefined));

function breakable<Name extends string>(prototype: Record<Name, unknown>, name: Name): void {
  const original = prototype[name] as (...given: unknown[]) => unknown;
  vi.spyOn(prototype as never, name).mockImplementation(function (this: unknown, ...given: unknown[]) {
    fault.pass(name);
    return original.apply(this, given);
  } as never);
}

const bot = (): string => `Bot ${platform.seeded.botToken}`;
const ask = (method: string, path: string, body?: object) =>
  sendRequest<{ id: string }>(platform, bot(), method, path, body);

/** A scene, and its end although something failed. */
interface Scene {
  run(): Promise<unknown>;
  isOver(): boolean;
}

/** Lets each call in a scene fail once. @returns how many there were */
async function failEach({ run, isOver }: Scene): Promise<number> {
  const play = async (failing: number | undefined): Promise<number> => {
    const before = reports;
    fault.arm(failing);
    const outcome = await run().then(
      () => "done",
      (error: unknown) => String(error),
    );
    await waitFor(`the end of call ${String(failing)}: ${outcome}`, () =>
      fault.quietly(() => outcome !== "done" || reports > before || isOver()),
    );
    for (let turn = 0; turn < 5; turn += 1) await nextTurn();
    const { calls } = fault;
    fault.arm(undefined);
    // Retries happen.
    await platform.control.clock.advance(2000);
    expect({ failing, unhandled, told: reports - before }).toEqual({
      failing,
      unhandled: [],
      told: outcome === "done" && failing !== undefined && failing <= calls ? 1 : expect.any(Number),
    });
    expect(reports - before).toBeLessThanOrEqual(1);
    return calls;
  };
  await play(undefined);
  let failing = 1;
  while ((await play(failing)) >= failing) failing += 1;
  return failing - 1;
}

describe("a platform whose store and requests fail", () => {
  it("answers requests with 500, and goes on", async () => {
    const path = `/channels/${platform.seeded.textChannelId}/messages`;
    const count = await failEach({
      run: () => ask("POST", path, { content: "x" }),
      isOver: () => true,
    });
    expect(count).toBeGreaterThan(3);
    expect((await ask("POST", path, { content: "y" })).status).toBe(200);
  });

  it("sends an event again", async () => {
    const { applicationId, userIds } = platform.seeded;
    const { id } = (await ask("POST", "/lobbies", { members: [{ id: userIds[0] }] })).body;
    const { access_token } = platform.control.tokens.issue(applicationId, userIds[0], COMMUNICATION_SCOPES);
    const attempts = (): number => platform.control.applications.eventWebhooks(applicationId).attempts.length;
    let before = 0;
    const count = await failEach({
      run: async () => {
        before = fault.quietly(attempts);
        const { status } = await sendRequest(
          platform,
          `Bearer ${access_token}`,
          "POST",
          `/lobbies/${id}/messages`,
          {
            content: "hi",
          },
        );
        if (status !== 200) throw new Error(String(status));
      },
      isOver: () => attempts() > before || attempts() >= 100,
    });
    expect(count).toBeGreaterThan(10);
    await waitFor(
      "all events",
      () => platform.control.applications.eventWebhooks(applicationId).waiting === 0,
    );
  });

  it("tells a user that an interaction over HTTP has failed", async () => {
    const { applicationId, userIds, textChannelId } = platform.seeded;
    await ask("POST", `/applications/${applicationId}/commands`, { name: "wave", description: "Waves" });
    const { interactions } = platform.control;
    let isOver = false;
    const count = await failEach({
      run: async () => {
        isOver = false;
        const use = { applicationId, userId: userIds[0], channelId: textChannelId, name: "wave" };
        const used = interactions.useCommand(use).finally(() => (isOver = true));
        // Its user is told at once that it cannot be created, or later how it ended.
        await Promise.race([used, nextTurn()]);
        used.catch(() => (reports += 1));
      },
      isOver: () => isOver,
    });
    expect(count).toBeGreaterThan(10);
  });

  it("closes the sockets of sessions", async () => {
    const { gateway } = platform.endpoints;
    const count = await failEach({
      run: async () => {
        const socket = new FrameSocket(`${gateway}?v=10&encoding=json`);
        await socket.op(10);
        socket.send(2, { token: platform.seeded.botToken, properties: {}, intents: 1 });
        await socket.event("READY").finally(() => socket.socket.terminate());
      },
      isOver: () => true,
    });
    expect(count).toBeGreaterThan(3);
  });

  it("sweeps again", async () => {
    const count = await failEach({ run: () => platform.control.clock.advance(1000), isOver: () => true });
    expect(count).toBeGreaterThan(3);
  });
});
