// Our client's encryption and an independent one in the same rooms, against the pure delivery service in virtual time.
import { describe, expect, it } from "vitest";
import { CHANNEL_ID, DaveScene } from "../../support/dave-scene.js";
import { DaveyMember, type DaveClient } from "../../support/davey-member.js";
import { SdkMember } from "../../support/sdk-dave-member.js";
import { seeded } from "../../support/seeded.js";
import { seededBytes } from "../../support/seeded-bytes.js";

/** `npm run soak` asks for more. */
const EPOCHS = Number(process.env["SDKPP_ROOM_EPOCHS"] ?? 150);
const FIRST_SEED = Number(process.env["SDKPP_ROOM_SEED"] ?? 1);
const STEPS = 60;
/** `MediaType.AUDIO` of davey, a constant enumeration. */
const AUDIO = 0;

interface Kind {
  readonly name: string;
  readonly most: number;
  /** share of members of the independent implementation */
  readonly strangers: number;
  readonly delayMs: number;
  /** share of all epochs that are wanted of this kind */
  readonly share: number;
}

const KINDS: readonly Kind[] = [
  { name: "2 to 6, half of them strangers", most: 6, strangers: 0.5, delayMs: 0, share: 0.3 },
  { name: "2 to 6, half of them strangers, slow", most: 6, strangers: 0.5, delayMs: 60, share: 0.2 },
  { name: "2 to 6 of our own, very slow", most: 6, strangers: 0, delayMs: 300, share: 0.3 },
  { name: "2 to 25, few strangers", most: 25, strangers: 0.1, delayMs: 20, share: 0.2 },
];

const SPEECH = Buffer.from("one encoded frame of speech");

class Room {
  readonly scene: DaveScene;
  readonly #kind: Kind;
  readonly #random: () => number;
  readonly #seed: number;
  #nextId = 800_000_000_000_000_000n;
  readonly #gone: (SdkMember | DaveyMember)[] = [];

  constructor(kind: Kind, seed: number) {
    this.#kind = kind;
    this.#seed = seed;
    this.#random = seeded(seed);
    this.scene = new DaveScene({ random: this.#random, delayMs: kind.delayMs });
  }

  /** The longest pause between two changes: some come before all is settled, some behind. */
  get #calmMs(): number {
    return 600 + 8 * this.#kind.delayMs;
  }

  get failures(): number {
    return [...this.#gone, ...this.#clients()].reduce((sum, client) => sum + client.failures, 0);
  }

  /** Reports of the members that failed, for the reader of a failed test. */
  report(): string {
    const phases = [...this.#gone, ...this.#clients()].filter((one) => one.failures > 0);
    const lines = phases.map(
      (one) => `${one.userId} ${one instanceof SdkMember ? one.phases.join("; ") : ""}`,
    );
    return [`seed ${String(this.#seed)}`, ...lines].join("\n");
  }

  /** Members come and go, are cut and come back. @returns how often all were found in one epoch */
  live(): number {
    let together = 0;
    for (let step = 0; step < STEPS; step += 1) {
      this.#change();
      this.scene.advance(this.#random() < 0.3 ? this.#random() * 10 : this.#random() * this.#calmMs);
      if (this.scene.isQuiet) together += this.#meet();
    }
    while (this.scene.seats.size < 2) this.#join();
    this.scene.advance(10_000);
    expect(this.#meet()).toBe(1);
    return together;
  }

  #change(): void {
    const { scene } = this;
    const dice = this.#random();
    if (scene.seats.size < 2 || (dice < 0.5 && scene.seats.size < this.#kind.most)) this.#join();
    else if (dice < 0.8) this.#leave(this.#anyone());
    else this.#blink(this.#anyone());
  }

  #join(): void {
    const userId = String(this.#nextId++);
    const isStranger = this.#random() < this.#kind.strangers;
    const random = seededBytes(this.#seed * 1000 + Number(this.#nextId % 1000n));
    this.scene.join(
      isStranger ? new DaveyMember(userId, CHANNEL_ID) : new SdkMember(userId, CHANNEL_ID, random),
    );
  }

  #leave(userId: string): void {
    this.#gone.push(this.scene.client(userId));
    this.scene.leave(userId);
  }

  #blink(userId: string): void {
    // Op 4 is not brought back by a resume: a client without it begins a new session instead.
    if (this.scene.seats.get(userId)?.received === 0) return;
    this.scene.cut(userId);
    this.scene.after(this.#random() * 1000, () => this.scene.resume(userId));
  }

  #anyone(): string {
    return [...this.scene.seats.keys()][Math.floor(this.#random() * this.scene.seats.size)]!;
  }

  #clients(): (SdkMember | DaveyMember)[] {
    return [...this.scene.seats.values()].map((seat) => seat.client as SdkMember | DaveyMember);
  }

  /** All read the same code, and everybody understands everybody. */
  #meet(): number {
    expect(this.scene.isTogether, `seed ${String(this.#seed)}: ${this.scene.codes.join(" ")}`).toBe(true);
    const clients = this.#clients();
    for (const speaker of clients) {
      const frame = speak(speaker);
      for (const listener of clients) {
        if (listener !== speaker) expect(hear(listener, speaker, frame)).toEqual(SPEECH);
      }
    }
    return 1;
  }
}

function speak(client: DaveClient): Buffer {
  if (client instanceof DaveyMember) return client.session.encryptOpus(SPEECH);
  const frame = (client as SdkMember).speak(SPEECH);
  expect(frame).toBeDefined();
  expect(frame).not.toEqual(SPEECH);
  return frame!;
}

function hear(client: DaveClient, speaker: DaveClient, frame: Buffer): Buffer | undefined {
  if (client instanceof DaveyMember) return client.session.decrypt(speaker.userId, AUDIO, frame);
  return (client as SdkMember).hear(speaker.userId, frame);
}

describe("encrypted rooms", () => {
  it.each(KINDS.map((kind, at) => ({ ...kind, at })))(
    "of $name: through joins, leaves and lost sockets, all members decrypt each other",
    (kind) => {
      let epochs = 0;
      let together = 0;
      for (let round = 0; epochs < EPOCHS * kind.share; round += 1) {
        const room = new Room(kind, FIRST_SEED + kind.at * 1_000_000 + round);
        together += room.live();
        expect(room.scene.exceptions).toEqual([]);
        expect(room.failures, room.report()).toBe(0);
        expect(room.scene.counters).toMatchObject({ failures: 0, refusedKeyPackages: 0 });
        epochs += Number(room.scene.counters.epochs);
      }
      expect(together).toBeGreaterThan(0);
      console.log(`${kind.name}: ${String(epochs)} epochs, met ${String(together)} times`);
    },
    600_000,
  );
});
