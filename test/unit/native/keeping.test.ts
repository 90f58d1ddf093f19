import { randomBytes } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { loadAddon, type NativeVoiceSession } from "../../../lib/native/index.js";
import { NativeLine } from "../../support/native-line.mjs";
import { waitFor } from "../../support/wait-for.js";

const MODE = "aead_aes256_gcm_rtpsize";
const PACKET = Buffer.concat([Buffer.from([0xfc]), Buffer.alloc(80, 7)]);
const FROM = { ageMs: 0, start: 0, limit: 0, sequence: 0 };

function session(start: "running" | "frozen"): NativeVoiceSession {
  return loadAddon().createVoiceSession({
    userId: 1n,
    seed: randomBytes(32),
    preferredMode: MODE,
    recovery: "full",
    admission: "usual",
    start,
    onWake: () => undefined,
  });
}

const codeOf = (code: string, more: object = {}) => expect.objectContaining({ code, ...more });

const counterOf = (packet: Buffer): number => packet.readUInt32BE(packet.length - 4);

const snapshotOf = (native: NativeVoiceSession): Promise<Uint8Array | undefined> =>
  new Promise((resolve) => native.snapshot(performance.now(), resolve));

describe("a call that is kept while it runs", () => {
  let line: NativeLine;
  let native: NativeVoiceSession;

  beforeEach(async () => {
    line = new NativeLine(loadAddon());
    native = line.session as NativeVoiceSession;
    native.grantNumbers(0, 6000);
    await line.connect();
    native.setAudioMode(1);
    native.openOpusInput();
    for (let count = 0; count < 60; ++count) native.writeOpus(PACKET);
    await waitFor("packets", () => line.packets >= 5);
  });
  afterEach(() => line.close());

  it("is saved again and again, and goes on", async () => {
    for (let time = 0; time < 5; ++time) {
      const saved = await snapshotOf(native);
      expect(saved?.length).toBeGreaterThan(200);
    }
    const before = line.packets;
    await waitFor("packets", () => line.packets > before);
  });

  it("gives what it gives frozen", async () => {
    const running = await snapshotOf(native);
    await new Promise<void>((resolve) => native.freeze(resolve));
    const frozen = native.save(performance.now());
    expect(Math.abs(running!.length - frozen.length)).toBeLessThan(80);
    const next = session("frozen");
    next.openOpusInput();
    next.restoreKept(running!, performance.now(), { ageMs: 40, start: 6000, limit: 12_000, sequence: 9 });
    expect(next.poll(performance.now())).toMatchObject({ type: "status" });
    next.close();
  });

  it("answers once, and one at a time", async () => {
    const answers: unknown[] = [];
    native.snapshot(performance.now(), (saved) => answers.push(saved));
    expect(() => native.snapshot(performance.now(), () => undefined)).toThrow(codeOf("SNAPSHOT_RUNNING"));
    await waitFor("the answer", () => answers.length > 0);
    await snapshotOf(native);
    expect(answers).toHaveLength(1);
    native.snapshot(performance.now(), (saved) => answers.push(saved));
    native.close();
    expect(answers.slice(1)).toEqual([undefined]);
  });

  it("has no snapshot when it is frozen meanwhile", async () => {
    const order: string[] = [];
    native.snapshot(performance.now(), (saved) => order.push(saved === undefined ? "none" : "saved"));
    native.freeze(() => order.push("frozen"));
    expect(() => native.snapshot(performance.now(), () => undefined)).toThrow(codeOf("SESSION_FROZEN"));
    await waitFor("frozen", () => order.includes("frozen"));
    expect(["none", "saved"]).toContain(order[0]);
    expect(order).toHaveLength(2);
    native.save(performance.now());
    native.thaw();
    expect(await snapshotOf(native)).toBeInstanceOf(Uint8Array);
    expect(order).toHaveLength(2);
  });

  it("is silent behind the numbers that it was granted, until it gets more", async () => {
    const short = new NativeLine(loadAddon());
    const call = short.session as NativeVoiceSession;
    call.grantNumbers(0, 12);
    await short.connect();
    call.setAudioMode(1);
    call.openOpusInput();
    for (let count = 0; count < 90; ++count) call.writeOpus(PACKET);
    await waitFor("the last number", () => short.packets === 12 && (call.tide()?.position as number) > 30 * 960);
    expect(short.packets).toBe(12);
    expect(call.tide()?.used).toBe(12);
    const last = counterOf(short.newest as Buffer);
    call.grantNumbers(0, 13);
    await waitFor("the next number", () => short.packets === 13);
    expect(counterOf(short.newest as Buffer)).toBe(last + 1);
    short.close();
  });

  it("goes on behind the numbers of the one that had it", async () => {
    const saved = (await snapshotOf(native))!;
    const tide = native.tide();
    const used = counterOf(line.newest as Buffer);
    const next = session("frozen");
    next.setAudioMode(1);
    next.openOpusInput();
    for (let count = 0; count < 30; ++count) next.writeOpus(PACKET);
    next.restoreKept(saved, performance.now(), { ageMs: 100, start: 6000, limit: 6010, sequence: 0xfff0 });
    next.poll(performance.now());
    native.close();
    next.thaw();
    await waitFor("the successor", () => counterOf(line.newest as Buffer) > used + 5000);
    await waitFor("its last number", () => next.tide()?.used === 6010);
    expect(counterOf(line.newest as Buffer) - used).toBeGreaterThan(6000 - (tide?.used ?? 0) - 60);
    next.close();
  });

  it("tells how far it is", async () => {
    await waitFor("a tide", () => (native.tide()?.used ?? 0) > 0);
    const tide = native.tide()!;
    expect(tide.used).toBeGreaterThan(0);
    expect(tide.used).toBeLessThan(6000);
    expect(tide.sequence).toBeGreaterThanOrEqual(0);
    expect(tide.position).toBeGreaterThan(0);
    expect(tide.packetsReceived).toBe(0);
    expect(tide.ageMs).toBeGreaterThanOrEqual(0);
  });

  it("marks how far it is, anew only when it has moved", async () => {
    const mark = native.tideMark();
    await waitFor("more of it", () => native.tideMark() > mark);
    native.closeInput();
    const { sequence } = native.tide()!;
    await waitFor("a tide of silence", () => native.tide()!.position === undefined);
    const [silent, { ageMs }] = [native.tideMark(), native.tide()!];
    await waitFor("a later tide", () => native.tide()!.ageMs < ageMs);
    expect([native.tideMark() === silent, native.tide()!.sequence >= sequence]).toEqual([true, true]);
  });

  it("takes a microphone that is open already, once", async () => {
    const addon = loadAddon();
    const changes: string[] = [];
    const prepare = (): number =>
      addon.prepareDeviceInput("null", "", (kind) => changes.push(kind));
    const prepared = prepare();
    await waitFor("the microphone", () => changes.includes("opened"));
    const later = (): void => void changes.push("later");
    expect(native.openPreparedInput(prepared, later)).toBe(true);
    addon.releaseDeviceInput(prepared);
    await waitFor("its sound", () => native.getStats().inputLatencyMs >= 0);
    expect(native.openPreparedInput(prepared, later)).toBe(false);
    const other = prepare();
    addon.releaseDeviceInput(other);
    expect(native.openPreparedInput(other, later)).toBe(false);
    expect(native.getStats().inputLatencyMs).toBeGreaterThanOrEqual(0);
    expect(changes).not.toContain("later");
  });

  it("holds back when it is asked to, and goes on", async () => {
    native.holdWhenLate(true);
    native.goOn();
    const before = line.packets;
    await waitFor("packets", () => line.packets > before);
    expect(line.outputs.map(({ type }: { type: string }) => type)).not.toContain("stalled");
  });
});

describe("what a kept call refuses", () => {
  it("a snapshot of a call that is not joined is none", async () => {
    const frozen = session("frozen");
    expect(frozen.tide()).toBeUndefined();
    frozen.close();
    const native = session("running");
    expect(await snapshotOf(native)).toBeUndefined();
    native.close();
    expect(() => native.tide()).toThrow(codeOf("SESSION_CLOSED"));
    expect(() => native.snapshot(0, () => undefined)).toThrow(codeOf("SESSION_CLOSED"));
  });

  it.each([
    [-1, 5],
    [1.5, 5],
    [6, 5],
    [0, 2 ** 29 + 1],
    ["0", 5],
  ])("numbers from %s to %s", (start, limit) => {
    const native = session("running");
    expect(() => native.grantNumbers(start as number, limit)).toThrow(codeOf("ARGUMENT_INVALID"));
    native.grantNumbers(0, 2 ** 29);
    native.close();
  });

  it.each([
    [{ ...FROM, sequence: 65_536 }, "from.sequence"],
    [{ ...FROM, start: 2 }, "from.limit"],
    [{ ...FROM, ageMs: -1 }, "from.ageMs"],
    [undefined, "from"],
  ])("to go on at %j", (from, name) => {
    const native = session("frozen");
    expect(() => native.restoreKept(new Uint8Array(), 0, from as typeof FROM)).toThrow(`for ${name} `);
    native.close();
  });

  it("damaged records and running sessions, as `restore` does", () => {
    const native = session("frozen");
    expect(() => native.restoreKept(new Uint8Array(), 0, FROM)).toThrow(codeOf("SAVED_SESSION_INVALID", { problem: "missing" }));
    native.close();
    const running = session("running");
    expect(() => running.restoreKept(new Uint8Array(), 0, FROM)).toThrow(codeOf("SESSION_NOT_FROZEN"));
    running.close();
  });
});
