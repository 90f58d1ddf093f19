import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { LobbyId, UserId } from "sdkpp/surface";
import type { FromPage, ToPage } from "../../../packages/electron/bridge/messages.js";
import { OperationError, Social, type Port } from "../../../packages/electron/renderer/index.js";
import { settle } from "../../support/virtual-clock.js";
import { userOf } from "./page-scene.js";

/** The other end of a page's port, in the hands of the test. */
class FarEnd implements Port {
  readonly heard: FromPage[] = [];
  isClosed = false;
  #listener: (message: unknown) => void = () => undefined;
  #closed: () => void = () => undefined;
  readonly post = (message: unknown): void => void this.heard.push(message as FromPage);
  readonly onMessage = (listener: (message: unknown) => void): void => void (this.#listener = listener);
  readonly onClose = (listener: () => void): void => void (this.#closed = listener);
  readonly close = (): void => void (this.isClosed = true);
  readonly say = (message: ToPage): void => this.#listener(structuredClone(message));
  readonly end = (): void => this.#closed();
  readonly taken = (): FromPage[] => this.heard.splice(0);
}

const piece = (at: number, ids: string[], version?: number): ToPage => ({
  type: "snapshot",
  piece: at,
  changes: ids.map((id) => ["users", id, userOf(id)]),
  ...(version === undefined ? {} : { version }),
});
const frame = (version: number, id: string, name?: string): ToPage => ({
  type: "frame",
  version,
  changes: [["users", id, name === undefined ? null : userOf(id, name)]],
  events: [],
});

function scene() {
  const frames: (() => void)[] = [];
  const social = new Social({ nextFrame: (task) => frames.push(task) });
  const far = new FarEnd();
  social.use(far);
  const draw = (): void => frames.splice(0).forEach((task) => task());
  const ids = (): string[] => [...social.state.all("users").keys()];
  return { social, far, draw, ids };
}

describe("a page's picture of the state", () => {
  it("is asked for, comes in pieces, and is there with the last one", () => {
    const { social, far, draw, ids } = scene();
    expect(far.taken()).toEqual([{ type: "sync" }]);
    far.say(piece(0, ["1", "2"]));
    expect([social.state.isComplete, ids()]).toEqual([false, []]);
    far.say(piece(1, ["3"], 7));
    expect([social.state.isComplete, ids()]).toEqual([true, ["1", "2", "3"]]);
    expect(far.taken()).toEqual([]);
    draw();
    expect(far.taken()).toEqual([{ type: "drawn", version: 7, frames: 8 }]);
  });

  it("begins anew with a first piece, and has nothing of one that did not end", () => {
    const { far, ids } = scene();
    far.say(piece(0, ["1", "2"]));
    far.say(piece(0, ["3"], 8));
    expect(ids()).toEqual(["3"]);
  });

  it("changes with each frame, and says so when the fourth is drawn", () => {
    const { social, far, draw, ids } = scene();
    far.say(piece(0, ["1", "2"], 1));
    draw();
    far.taken();
    far.say(frame(2, "1", "Ada"));
    expect(social.state.get("users", "1")?.displayName).toBe("Ada");
    far.say(frame(3, "2"));
    expect(ids()).toEqual(["1"]);
    far.say(frame(4, "3", "Cem"));
    draw();
    expect(far.taken()).toEqual([]);
    far.say(frame(5, "3"));
    expect(far.taken()).toEqual([]);
    draw();
    expect(far.taken()).toEqual([{ type: "drawn", version: 5, frames: 8 }]);
  });

  it("is asked for again when a version is missing, and stays until it comes", () => {
    const { far, draw, ids } = scene();
    far.say(piece(0, ["1"], 1));
    far.taken();
    far.say(frame(3, "9", "late"));
    draw();
    expect(far.taken()).toEqual([{ type: "sync" }]);
    far.say(frame(4, "8", "later"));
    expect([far.taken(), ids()]).toEqual([[], ["1"]]);
    far.say(piece(0, ["5"], 5));
    expect(ids()).toEqual(["5"]);
  });

  it("tells who looks at a record, and nobody else", () => {
    const { social, far } = scene();
    far.say(piece(0, ["1", "2"], 1));
    const told: string[] = [];
    const stop = social.state.watch("users", "1", () => told.push("1"));
    social.state.watch("users", "2", () => told.push("2"));
    social.state.watch("users", undefined, () => told.push("all"));
    const before = social.state.versionOf("users");
    far.say(frame(2, "1", "Ada"));
    expect(told.splice(0)).toEqual(["1", "all"]);
    expect(social.state.versionOf("users")).not.toBe(before);
    expect(social.state.versionOf("lobbies")).toBe(1);
    stop();
    far.say(frame(3, "1", "Ben"));
    expect(told).toEqual(["all"]);
  });

  it("tells which records of a part a frame has changed, and that a snapshot may have changed all", () => {
    const { social, far } = scene();
    far.say(piece(0, ["1", "2"], 1));
    const told: (string[] | undefined)[] = [];
    const stop = social.state.watchKeys("users", (keys) => told.push(keys && [...keys]));
    social.state.watchKeys("lobbies", () => told.push(["a lobby"]));
    far.say(frame(2, "1", "Ada"));
    far.say(frame(3, "2"));
    expect(told.splice(0)).toEqual([["1"], ["2"]]);
    far.say(piece(0, ["5"], 4));
    expect(told.splice(0)).toEqual([undefined, ["a lobby"]]);
    stop();
    far.say(frame(5, "5", "Ben"));
    expect(told).toEqual([]);
  });
});

it("pieces of a snapshot are told before the state changes, each with what came before it", () => {
  const { social, far, ids } = scene();
  far.say(piece(0, ["9"], 1));
  const told: unknown[] = [];
  const stop = social.state.watchPieces(({ isFirst, isLast, keysOf, get }) =>
    told.push([isFirst, isLast, keysOf("users"), keysOf("lobbies"), get("users", "1")?.id, ids()]),
  );
  far.say(piece(0, ["1", "2"]));
  far.say(piece(1, ["3"], 2));
  expect(told).toEqual([
    [true, false, ["1", "2"], [], "1", ["9"]],
    [false, true, ["3"], [], "1", ["9"]],
  ]);
  stop();
  far.say(piece(0, ["4"], 3));
  expect(told).toHaveLength(2);
});

describe("a listener that throws", () => {
  it("costs neither the others nor the next frame, and its error is the page's", () => {
    const reported: unknown[] = [];
    vi.stubGlobal("reportError", (error: unknown) => reported.push(error));
    onTestFinished(() => void vi.unstubAllGlobals());
    const { social, far, draw } = scene();
    far.say(piece(0, ["1"], 1));
    draw();
    far.taken();
    const told: string[] = [];
    const both = (name: string): [() => void, () => void] => [
      () => {
        throw new Error(name);
      },
      () => told.push(name),
    ];
    const [lobby, user] = ["7" as LobbyId, "8" as UserId];
    for (const one of both("record")) social.state.watch("users", "1", one);
    for (const one of both("level")) social.levels.watch(one);
    for (const one of both("microphone")) social.microphone.watch(one);
    for (const one of both("sound")) social.tap(lobby, user, { rate: 16_000 }, one);
    for (const one of both("event")) social.on("noAudioInput", one);
    for (const one of both("connection")) social.watchConnection(one);
    far.taken();
    far.say({
      type: "frame",
      version: 2,
      changes: [["users", "1", userOf("1", "Ada")]],
      events: [["noAudioInput", true]],
      levels: Float32Array.of(-20),
      microphone: { dbfs: -20, problem: "" },
      sound: [["7/8", Int16Array.of(1)]],
    });
    for (const version of [3, 4, 5]) far.say({ type: "frame", version, changes: [], events: [] });
    draw();
    expect(far.taken()).toEqual([{ type: "drawn", version: 5, frames: 8 }]);
    far.end();
    // what is measured ends with the connection
    const names = ["record", "level", "microphone", "sound", "event", "level", "microphone", "connection"];
    expect(told).toEqual(names);
    expect(reported.map((error) => (error as Error).message)).toEqual(names);
  });
});

it("a page has sound of one rate", () => {
  const { social } = scene();
  expect(() =>
    social.tap("7" as LobbyId, "8" as UserId, { rate: 48_000 as 16_000 }, () => undefined),
  ).toThrow("rate: expected 16000, received 48000");
});

it("the microphone is asked for while somebody watches it, and silent otherwise", () => {
  const { social, far, draw } = scene();
  const { microphone } = social;
  const told: unknown[] = [];
  far.say(piece(0, [], 1));
  far.taken();
  const watch = (): (() => void) => microphone.watch(() => told.push([microphone.dbfs, microphone.problem]));
  const [first, second] = [watch(), watch()];
  far.say({ ...frame(2, "1"), microphone: { dbfs: -12, problem: "unplugged" } } as ToPage);
  draw();
  first();
  first();
  expect([told.length, told.at(-1)]).toEqual([2, [-12, "unplugged"]]);
  second();
  // a frame that was under way
  far.say({ ...frame(3, "1"), microphone: { dbfs: -9, problem: "" } } as ToPage);
  expect([microphone.dbfs, microphone.problem, told.length]).toEqual([-100, "", 2]);
  expect(far.taken().filter(({ type }) => type === "microphone")).toEqual([
    { type: "microphone", wanted: true },
    { type: "microphone", wanted: false },
  ]);
});

describe("a page whose process ends", () => {
  it("keeps its state, fails what it had asked for, and goes on with another one", async () => {
    const { social, far, ids } = scene();
    far.say(piece(0, ["1"], 1));
    const asked = social.operations.leaveLobby("7" as LobbyId).catch((error: unknown) => error);
    social.levels.watch(() => undefined);
    social.microphone.watch(() => undefined);
    social.tap("7" as LobbyId, "8" as UserId, { rate: 16_000 }, () => undefined);
    far.taken();
    far.end();
    expect(social.isConnected).toBe(false);
    await expect(asked).resolves.toMatchObject({ name: "OperationError", code: "DISCONNECTED" });
    await expect(social.operations.leaveLobby("7" as LobbyId)).rejects.toBeInstanceOf(OperationError);
    expect(ids()).toEqual(["1"]);
    const next = new FarEnd();
    social.use(next);
    expect(next.taken()).toEqual([
      { type: "sync" },
      { type: "tap", key: "7/8", wanted: true },
      { type: "levels", wanted: true },
      { type: "microphone", wanted: true },
    ]);
    far.say(piece(0, ["9"], 1)); // a late word of the one before
    expect(ids()).toEqual(["1"]);
    next.say(piece(0, ["2"], 1));
    expect(ids()).toEqual(["2"]);
  });

  it("closes the port that it had when it gets another one, and tells who listens", () => {
    const { social, far } = scene();
    const told: boolean[] = [];
    social.watchConnection(() => told.push(social.isConnected));
    social.use(new FarEnd());
    expect([far.isClosed, told]).toEqual([true, [true]]);
    social.close();
    expect([social.isConnected, told]).toEqual([false, [true, false]]);
    const late = new FarEnd();
    social.use(late);
    expect([social.isConnected, late.isClosed]).toEqual([false, true]);
  });
});

describe("an operation of a page", () => {
  it("is sent with its arguments and a deadline, and settles with its answer", async () => {
    const { social, far } = scene();
    far.taken();
    const sent = social.operations.sendLobbyMessage("7" as LobbyId, "hi", { deadlineMs: 5000 });
    const [message] = far.taken();
    expect(message).toEqual({
      type: "call",
      id: 1,
      name: "sendLobbyMessage",
      args: ["7", "hi"],
      deadlineMs: 5000,
    });
    far.say({ type: "done", id: 1, value: "99" });
    await expect(sent).resolves.toBe("99");
    far.say({ type: "done", id: 1, value: "again" });
  });

  it("is cancelled there and here", async () => {
    const { social, far } = scene();
    const controller = new AbortController();
    const sent = social.operations.leaveLobby("7" as LobbyId, { signal: controller.signal });
    far.taken();
    controller.abort();
    await expect(sent).rejects.toMatchObject({ code: "Aborted" });
    expect(far.taken()).toEqual([{ type: "cancel", id: 1 }]);
    await expect(
      social.operations.leaveLobby("7" as LobbyId, { signal: controller.signal }),
    ).rejects.toMatchObject({
      code: "Aborted",
    });
    await settle();
    expect(far.taken()).toEqual([]);
  });
});
