// A voice process inside of a test, and the program whose calls it has: the same code as in real ones, with an addon that the test drives.
import {
  joinVoiceChannel,
  type HostedJoinOptions,
  type HostedVoiceConnection,
  type VoiceAdapterLibraryMethods,
  type VoiceMove,
  type VoiceProcess,
  type VoiceSupervisor,
} from "../../lib/voice/index.js";
import type { Order, PlayerOrder, Report } from "../../lib/voice/process/messages.js";
import type { ClientOrder, ClientReport } from "../../lib/hosting/client/served-clients.js";
import { serveCalls, type ServedCalls, type ServeParts } from "../../lib/voice/process/serve-calls.js";

export type AnyOrder = Order | ClientOrder;
type AnyReport = Report | ClientReport;
import { FakeAddon, FakeNativePlayer } from "./fake-native.js";
import { FakeNetwork } from "./fake-socket.js";
import type { VirtualClock } from "./virtual-clock.js";

/** Packets that the engine takes before its queue is full. */
export const QUEUE = 100;

/** A voice process inside of the test. */
export class OwnProcess implements VoiceProcess {
  readonly addon = new FakeAddon();
  readonly orders: AnyOrder[] = [];
  /** what it reported */
  readonly said: AnyReport[] = [];
  readonly port: VoiceProcess["port"];
  readonly exited: Promise<string>;
  isAlive = true;
  isStopped = false;
  /** It hears nothing, and says what happens in it. */
  isDeaf = false;
  /** It says nothing until {@link speak}. */
  isSilent = false;
  readonly #unsaid: AnyReport[] = [];
  isNeeded = false;
  /** Orders that never reach it. */
  loses: (order: AnyOrder) => boolean = () => false;
  /** Called before it hears an order. */
  hears: (order: AnyOrder) => void = () => undefined;
  /** the second bytes of the packets that the engine took, of which it takes so many */
  readonly written: (number | undefined)[] = [];
  /** where the input of a call is that stands still, samples */
  position = 4800;
  /** where its players are */
  place = { track: 0, samples: 0 };
  readonly served: ServedCalls;
  readonly #say: (report: AnyReport) => void;
  #exit: (reason: string) => void = () => undefined;

  /** @param failure why it cannot load the addon */
  constructor(
    clock: VirtualClock,
    {
      failure = "",
      isJoined = true,
      serve = {},
    }: { failure?: string; isJoined?: boolean; serve?: ServeParts } = {},
  ) {
    this.exited = new Promise((resolve) => (this.#exit = resolve));
    const there = new Set<(order: AnyOrder) => void>();
    const here = new Set<(report: AnyReport) => void>();
    const carry = <T>(message: T, to: Set<(message: T) => void>): void => {
      if (this.isAlive && !this.isStopped) for (const hear of to) hear(structuredClone(message));
    };
    this.port = {
      send: (order) => {
        this.orders.push(order as AnyOrder);
        this.hears(order as AnyOrder);
        if (!this.isDeaf && !this.loses(order as AnyOrder)) carry(order as AnyOrder, there);
      },
      onMessage: (listener) => void here.add(listener),
    };
    this.addon.prepare = (session) => {
      session.answers.set("snapshot", (_now, onSaved) =>
        (onSaved as (saved: Uint8Array) => void)(Uint8Array.of(1, 0, 0, 0)),
      );
      session.answers.set("freeze", (onFrozen) => (onFrozen as () => void)());
      session.answers.set("save", () => Uint8Array.of(1, 0, 0, 0));
      session.answers.set("inputPosition", () => this.position);
      session.answers.set("writeOpusPackets", (packed) => this.#write(packed as Uint8Array));
      const tide = { used: 40, sequence: 100, packetsReceived: 0, position: 4800, ageMs: 0 };
      session.answers.set("tide", () => (isJoined ? tide : undefined));
      session.answers.set("getStats", () => {
        throw new Error("no figures today");
      });
    };
    this.addon.createPlayer = (options) => {
      const player = new FakeNativePlayer(options);
      player.answers.set("getPosition", () => this.place);
      player.answers.set("writeOpusPackets", (_track, packed) => this.#write(packed as Uint8Array));
      this.addon.players.push(player);
      return player.asPlayer();
    };
    const loadAddon = (): FakeAddon => {
      if (failure !== "") throw Object.assign(new Error(failure), { code: "NATIVE_NOT_FOUND" });
      return this.addon;
    };
    const own = { clock, wallClock: () => clock.now(), openSocket: new FakeNetwork().open, loadAddon };
    this.#say = (report) => carry(report, here);
    const send = (report: AnyReport): void => {
      this.said.push(report);
      if (this.isSilent) this.#unsaid.push(report);
      else this.#say(report);
    };
    this.served = serveCalls({ send, onMessage: (hear) => void there.add(hear) }, { ...own, ...serve });
  }

  #write(packed: Uint8Array): { bytes: number; invalid: number; queuedMs: number } {
    if (this.written.length >= QUEUE) return { bytes: 0, invalid: 0, queuedMs: 2000 };
    this.written.push(packed[3]);
    return { bytes: packed.length, invalid: 0, queuedMs: 20 * this.written.length };
  }

  kill(): void {
    this.end("SIGKILL");
  }

  end(reason: string): void {
    this.isAlive = false;
    this.#exit(reason);
  }

  speak(): void {
    this.isSilent = false;
    for (const report of this.#unsaid.splice(0)) this.#say(report);
  }

  hold(isNeeded: boolean): void {
    this.isNeeded = isNeeded;
  }

  get session() {
    return this.addon.newest;
  }

  /** Its newest player. */
  get player(): FakeNativePlayer {
    return this.addon.players.at(-1)!;
  }

  /** What was said to its players. */
  get toPlayers(): PlayerOrder[] {
    return this.orders.flatMap((order) => (order.type === "player" ? [order.order] : []));
  }

  typesOf(): string[] {
    return this.orders.map(({ type }) => type).filter((type) => type !== "store" && type !== "ping");
  }
}

/** The program that has the main gateway. */
export class Host {
  readonly sent: { op: number; d: Record<string, unknown> }[] = [];
  readonly moves: VoiceMove[] = [];
  readonly warnings: string[] = [];
  library!: VoiceAdapterLibraryMethods;
  isDestroyed = false;
  readonly voice: HostedVoiceConnection;

  constructor(voiceHost: VoiceSupervisor, options: Partial<HostedJoinOptions> = {}) {
    this.voice = joinVoiceChannel({
      guildId: "1",
      channelId: "2",
      voiceHost,
      adapterCreator: (library) => {
        this.library = library;
        return {
          sendPayload: (payload) => this.sent.push(payload as never) > 0,
          destroy: () => (this.isDestroyed = true),
        };
      },
      ...options,
    });
    this.voice.on("moved", (move) => this.moves.push(move));
    this.voice.on("warning", (message) => this.warnings.push(message));
  }

  arrive(): void {
    const state = { guild_id: "1", user_id: "5", session_id: "s", channel_id: "2" };
    this.library.onVoiceStateUpdate(state);
    this.library.onVoiceServerUpdate({ guild_id: "1", token: "t", endpoint: "h:1" });
  }
}
