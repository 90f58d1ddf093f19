import { EventEmitter } from "node:events";
import { expect, it } from "vitest";
import { SdkError, type IdentityKeyStore } from "sdkpp";
import { ProcessHost } from "../../../packages/electron/main/process-host.js";
import { VoiceProcesses } from "../../../packages/electron/main/voice-processes.js";
import type { PortMain, UtilityProcessPart } from "../../../packages/electron/main/electron-parts.js";
import { settle, VirtualClock } from "../../support/virtual-clock.js";

class Idle extends EventEmitter {
  readonly pid = undefined;
  readonly told: { type: string; [name: string]: unknown }[] = [];
  readonly ports: unknown[] = [];
  isKilled = false;

  postMessage(message: { type: string }, transfer: PortMain[] = []): void {
    this.told.push(message);
    this.ports.push(...transfer);
  }

  kill(): boolean {
    this.isKilled = true;
    return true;
  }
}

const port = (name: string): PortMain & { isClosed?: boolean } => {
  const made = { name, close: () => void Object.assign(made, { isClosed: true }) };
  return made as never;
};

function scene(restarts = 3, keys?: IdentityKeyStore) {
  const socials: Idle[] = [];
  const voices: Idle[] = [];
  const clock = new VirtualClock();
  const told: unknown[][] = [];
  const forkInto = (list: Idle[]) => (): UtilityProcessPart => {
    const one = new Idle();
    list.push(one);
    return one as never;
  };
  const host = new ProcessHost({
    fork: forkInto(socials),
    voices: new VoiceProcesses({
      fork: forkInto(voices),
      openChannel: () => ({ port1: port("caller"), port2: port("voice") }),
    }),
    clock,
    restarts,
    hangMs: 10_000,
    keys,
    start: {
      settings: { webBase: "w", apiBase: "a", applicationId: "7" },
      hasVoice: true,
      spare: true,
      restarts: 3,
    },
    auth: {} as never,
    signIn: {
      signIn: () => Promise.resolve(),
      signOut: () => Promise.reject(new SdkError("SESSION_STOPPED", "stopped")),
    },
    events: {
      ended: (...args) => told.push(["ended", ...args]),
      restarted: () => told.push(["restarted"]),
    },
  });
  const say = (message: object): void => void socials.at(-1)!.emit("message", message);
  return { host, socials, voices, clock, told, say };
}

const CALL = { lobbyId: "5", settings: [["setSelfMute", true]] };
const SOUND = [["setInputDevice", "a1"]];

it("the process that follows is told of the calls and the settings of the one before", () => {
  const { socials, told, say } = scene();
  say({ type: "calls", calls: [CALL] });
  say({ type: "sound", settings: SOUND });
  socials[0]!.emit("exit", 1);
  expect(socials.map(({ told: [first] }) => [first?.type, first?.["calls"], first?.["sound"]])).toEqual([
    ["start", [], []],
    ["start", [CALL], SOUND],
  ]);
  expect(told).toEqual([["ended", "exit code 1", 0], ["restarted"]]);
});

it("of a player who has signed out, no process rejoins a call; devices are those of the machine", () => {
  const { host, socials, say } = scene();
  say({ type: "calls", calls: [CALL] });
  say({ type: "sound", settings: SOUND });
  host.client.disconnect();
  socials[0]!.emit("exit", 1);
  expect(socials[1]!.told[0]).toMatchObject({ calls: [], sound: SOUND });
});

it("starts of the game wait while there is no process, and pages get no port", () => {
  const { host, socials, clock } = scene(0);
  host.handleLaunch(["first"]);
  socials[0]!.emit("exit", 1);
  host.handleLaunch(["second"]);
  const unserved = port("page");
  host.pages.attach(1, unserved, []);
  clock.advance(1000);
  const launches = socials.map((one) => one.told.filter(({ type }) => type === "launch"));
  expect(launches).toEqual([[{ type: "launch", argv: ["first"] }], [{ type: "launch", argv: ["second"] }]]);
  expect([unserved.isClosed, socials[1]!.ports]).toEqual([true, []]);
});

it("voice processes get one end of a channel, and whoever has the calls the other one", async () => {
  const { socials, voices, say } = scene();
  say({ type: "startVoice", voice: 4 });
  expect([voices[0]!.told, voices[0]!.ports]).toMatchObject([[{ type: "serve" }], [{ name: "voice" }]]);
  expect(socials[0]!.told.at(-1)).toMatchObject({ type: "voice", voice: 4 });
  expect(socials[0]!.ports).toMatchObject([{ name: "caller" }]);
  say({ type: "killVoice", voice: 4 });
  expect(voices[0]!.isKilled).toBe(true);
  voices[0]!.emit("exit", 9);
  await settle();
  expect(socials[0]!.told.at(-1)).toEqual({ type: "voiceEnded", voice: 4, reason: "exit code 9" });
});

it("voice processes end with the process whose calls they have, which the next one never hears of", async () => {
  const { host, socials, voices, say } = scene();
  say({ type: "startVoice", voice: 1 });
  socials[0]!.emit("exit", 1);
  expect(voices[0]!.isKilled).toBe(true);
  voices[0]!.emit("exit", 9);
  await settle();
  expect(socials[1]!.told.map(({ type }) => type)).toEqual(["start", "ping"]);
  host.close();
  expect(socials[1]!.isKilled).toBe(true);
});

it("what a page asks of the session is answered, with the reason when it failed", async () => {
  const { socials, say } = scene();
  say({ type: "ask", id: 1, what: "signIn" });
  say({ type: "ask", id: 2, what: "signOut" });
  await settle();
  expect(socials[0]!.told.slice(2)).toEqual([
    { type: "asked", id: 1 },
    { type: "asked", id: 2, error: { code: "SESSION_STOPPED", message: "stopped" } },
  ]);
});

it("a process that answers no more is ended, and the one that follows is asked as well", () => {
  const { host, socials, clock, told, say } = scene();
  for (let round = 0; round < 10; round += 1) {
    say({ type: "pong" });
    clock.advance(2500);
  }
  expect(socials[0]!.isKilled).toBe(false);
  clock.advance(10_000 - 2500);
  expect(socials[0]!.isKilled).toBe(true);
  socials[0]!.emit("exit", 15);
  expect(told).toEqual([["ended", "no answer for 10000 ms", 0], ["restarted"]]);
  clock.advance(60_000);
  expect(socials[1]!.isKilled).toBe(true);
  host.close();
  expect(clock.pending).toBe(0);
});

/** A promise that a test settles. */
function waiting<T>() {
  let resolve: (value: T) => void = () => undefined;
  let reject: (error: Error) => void = () => undefined;
  const promise = new Promise<T>((...ends) => ([resolve, reject] = ends));
  return { promise, resolve, reject };
}

it("keys are loaded and saved for the process that has asked, and for no other one", async () => {
  let load = waiting<Uint8Array | undefined>();
  const saved: unknown[] = [];
  const { socials, say } = scene(3, {
    load: () => load.promise,
    save: (...args) => Promise.resolve(void saved.push(args)),
  });
  expect(socials[0]!.told[0]).toMatchObject({ type: "start", hasKeys: true });
  const keysTold = (at: number) => socials[at]!.told.filter(({ type }) => type === "key");
  say({ type: "saveKey", id: 1, name: "5:1", bytes: Uint8Array.of(1) });
  say({ type: "loadKey", id: 2, name: "5:1" });
  load.resolve(Uint8Array.of(1));
  await settle();
  expect(saved).toEqual([["5:1", Uint8Array.of(1)]]);
  expect(keysTold(0)).toEqual([
    { type: "key", id: 1 },
    { type: "key", id: 2, bytes: Uint8Array.of(1) },
  ]);
  load = waiting();
  say({ type: "loadKey", id: 3, name: "5:1" });
  socials[0]!.emit("exit", 1);
  load.resolve(undefined);
  await settle();
  expect(keysTold(1)).toEqual([]);
  load = waiting();
  say({ type: "loadKey", id: 1, name: "5:1" });
  load.reject(new SdkError("ENCRYPTION_UNAVAILABLE", "locked"));
  await settle();
  expect(keysTold(1)).toEqual([
    { type: "key", id: 1, error: { code: "ENCRYPTION_UNAVAILABLE", message: "locked" } },
  ]);
});

it("a sign-in that a process asked for is answered to no other one", async () => {
  const { socials, say } = scene();
  say({ type: "ask", id: 1, what: "signIn" });
  socials[0]!.emit("exit", 1);
  await settle();
  expect(socials[1]!.told.map(({ type }) => type)).toEqual(["start", "ping"]);
});
