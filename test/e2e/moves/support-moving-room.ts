// One encrypted call whose bot moves between two processes, while others come, go and lose their sockets as a seed says.
import type { TakenOverClose } from "../../../platform/voice/gateway/taken-over-close.js";
import { seeded } from "../../support/seeded.js";
import type { Pass, VoiceWorker, WorkerPlace } from "../../support/voice-worker.js";
import { waitFor } from "../../support/wait-for.js";
import { becomes, within } from "../../support/within.js";
import { EncryptedChannel, type Member } from "../encryption/support-encrypted-channel.js";
import { codeOf, cut, OwnGuest, StrangerGuest, type Guest } from "./support-guests.js";
import { HeardNumbers } from "./support-heard.js";
import { Judge } from "./support-judge.js";
import { isLate } from "./support-moves.js";

/** The bot and a listener are always there. */
const LEAST = 2;
const MOST = 8;
const [LISTENER, BOT, FIRST_GUEST] = [0, 1, 2];
/** Each account of a guest comes once. */
const ACCOUNTS = 100;
/** Packets that are heard behind a change. */
const PACKETS = 10;
/** Packets that are heard of a call that was kept, before it moves again. */
const FEW_PACKETS = 3;
const LIMIT_MS = 10_000;
/** The first byte of a message that has the sealed call in it. */
const CALL = 2;
const PACKET_BYTES = 60;
/** CELT, 20 ms, stereo. */
const TOC = 0xfc;

const CLOSES: readonly TakenOverClose[] = [4014, 4006, "none"];

/** How a call moves: while an epoch is announced and not executed; as it is; when it was kept once; and back at once. */
const KINDS = ["epoch", "plain", "kept", "plain", "back"] as const;
type Kind = (typeof KINDS)[number];

/** When something else happens: before the offer, when it is made, while the call stands still, when it has just been taken. */
const MOMENTS = ["before", "offered", "standing still", "taken"] as const;
type Moment = (typeof MOMENTS)[number];

type Report = Awaited<ReturnType<VoiceWorker["do"]>>;

/** What a room has seen. */
export interface RoomFigures {
  moves: number;
  kept: number;
  /** moves that had to begin again, because nobody took the call in time on a busy machine */
  late: number;
  /** joins and leaves */
  changes: number;
  cuts: number;
  epochs: number;
  /** packets of the bot by the listeners, and of the listeners by the bot */
  heard: number;
  heardByBot: number;
  /** packets that were missed, because the forwarder withheld them */
  withheld: number;
  /** packets that were missed, because an epoch began while a voice session was resumed: behind a cut socket, or by a move alone */
  behindCut: number;
  behindMove: number;
  /** the longest time between two packets of the bot that follow each other at the listener, around each move, milliseconds */
  gapsMs: number[];
}

/** The process that had the call, until it has nothing of it any more. */
interface Leaving {
  readonly ending: Promise<Report>;
}

interface MovedAt {
  readonly heard: HeardNumbers;
  readonly from: number;
  to: number;
}

export class MovingRoom {
  readonly figures: RoomFigures = {
    moves: 0,
    kept: 0,
    late: 0,
    changes: 0,
    cuts: 0,
    epochs: 0,
    heard: 0,
    heardByBot: 0,
    withheld: 0,
    behindCut: 0,
    behindMove: 0,
    gapsMs: [],
  };
  /** For the reader of a failed test. */
  readonly steps: string[] = [];
  readonly #channel: EncryptedChannel;
  /** the first has the call */
  readonly #workers: [VoiceWorker, VoiceWorker];
  readonly #random: () => number;
  readonly #judge: Judge;
  readonly #guests: Guest[] = [];
  /** those without a socket */
  readonly #away = new Set<Guest>();
  /** a place in {@link KINDS} */
  #nextKind: number;
  /** joins and resumes that are under way */
  #pending: Promise<unknown>[] = [];
  #joining = 0;
  #nextGuest = FIRST_GUEST;
  #place!: WorkerPlace;
  #listener!: Member;
  #heard!: HeardNumbers;
  /** the number of the first packet that the process with the call brings itself */
  #ownFrom = 0;
  /** moves of this step */
  #moved: MovedAt[] = [];

  private constructor(channel: EncryptedChannel, workers: [VoiceWorker, VoiceWorker], seed: number) {
    this.#channel = channel;
    this.#workers = workers;
    this.#random = seeded(seed);
    this.#nextKind = 2 * seed;
    this.#judge = new Judge(channel, workers);
  }

  static async open(seed: number, workers: readonly [VoiceWorker, VoiceWorker]): Promise<MovingRoom> {
    const takenOverClose = CLOSES[seed % CLOSES.length]!;
    const channel = await EncryptedChannel.open(ACCOUNTS, { e2ee: "required", takenOverClose });
    const room = new MovingRoom(channel, [...workers], seed);
    room.#note(`takenOverClose: ${String(takenOverClose)}`);
    return room;
  }

  /**
   * @param isHeardOut whether what the last process plays itself is heard: what it came with takes some seconds
   * @throws {Error} when something is lost, comes twice or fails
   */
  async live(moves: number, isHeardOut: boolean): Promise<RoomFigures> {
    const { figures } = this;
    await this.#fill();
    while (figures.moves < moves) {
      await this.#between();
      await this.#moveBy(this.#kind(moves - figures.moves));
      await this.#settle();
      await this.#review();
    }
    if (isHeardOut) await this.#hearOut();
    figures.epochs = this.#channel.platform.control.voice.e2eeStats().epochs;
    const { listener, bot } = await this.#judge.heard();
    return Object.assign(figures, { heard: listener, heardByBot: bot });
  }

  async close(): Promise<void> {
    for (const worker of this.#workers) await within("a worker to leave", worker.leave(), LIMIT_MS);
    for (const guest of this.#guests) guest.leave();
    await this.#channel.close();
  }

  get #size(): number {
    return LEAST + this.#guests.length + this.#joining;
  }

  async #fill(): Promise<void> {
    const size = LEAST + this.#below(MOST - LEAST + 1);
    const bot = await this.#channel.bot(BOT);
    await this.#enter(bot.userId);
    const { guildId, channelIds } = this.#channel.guild;
    const grant = await bot.askToJoin(guildId, channelIds[0]);
    const { ca } = this.#channel.platform.endpoints;
    this.#place = { grant, ca, listenTo: String(this.#listener.userId), plays: "packets" };
    while (this.#size < size) this.#join();
    await within("the bot to join", this.#workers[0].join(this.#place), LIMIT_MS);
    await this.#settle();
    await this.#judge.begin(this.#listener, this.#heard);
  }

  async #enter(botId: string): Promise<void> {
    this.#listener = await within("the listener to join", this.#channel.enter(LISTENER), LIMIT_MS);
    const { voice } = this.#listener;
    this.#heard = new HeardNumbers(voice.receiver.subscribe(botId, { format: "opus" }));
    voice.play({ type: "opus", packets: speech() });
  }

  // Changes -------------------------------------------------------------------------------------------------

  /** Between two moves; some are still under way when the next one begins. */
  async #between(): Promise<void> {
    if (this.#chance(0.4)) return;
    if (this.#chance(0.15)) return this.#comeBack();
    this.#change();
    if (this.#chance(0.5)) await this.#settle();
  }

  #perhaps(moment: Moment): void {
    if (this.#chance(0.35)) this.#change(`${moment}: `);
  }

  #change(when = ""): void {
    const dice = this.#random();
    if (dice < 0.35) this.#join(when);
    else if (dice < 0.6) this.#leave(when);
    else if (dice < 0.75) this.#cutBot(this.#chance(0.5) ? "reset" : 4015, when);
    else if (dice < 0.85) this.#cutListener(when);
    else this.#cutGuest(when);
  }

  /** About half of a room are strangers. */
  #join(when = ""): void {
    if (this.#size >= MOST) return this.#leave(when);
    const which = this.#nextGuest++;
    const strangers = this.#guests.filter(({ isStranger }) => isStranger).length;
    const isStranger = this.#chance(strangers * 2 < this.#size ? 0.8 : 0.2);
    this.#changed(`${when}${isStranger ? "davey" : "ours"} ${String(which)} joins`);
    this.#joining += 1;
    this.#begin(
      (isStranger ? StrangerGuest : OwnGuest).join(this.#channel, which).then((guest) => {
        this.#joining -= 1;
        this.#guests.push(guest);
        this.#judge.guests.push(guest);
      }),
    );
  }

  #leave(when = "", but?: Guest): void {
    const those = this.#guests.filter((one) => one !== but && !this.#away.has(one));
    const guest = those[this.#below(those.length)];
    if (guest === undefined) return;
    this.#guests.splice(this.#guests.indexOf(guest), 1);
    this.#changed(`${when}${guest.name} leaves`);
    guest.leave();
  }

  #cutBot(how: "reset" | "halfopen" | 4015, when = ""): void {
    this.#hasCut(`${when}cut: the bot (${String(how)})`);
    this.#judge.lost("bot");
    const before = this.#workers.map((worker) => ({ worker, reports: worker.reports.length }));
    this.#channel.platform.control.voice.close(this.#place.grant.userId, how);
    const hasResumed = (): boolean => before.some(({ worker, reports }) => worker.hasResumed(reports));
    this.#begin(waitFor("the bot to resume", hasResumed, LIMIT_MS));
  }

  #cutListener(when = ""): void {
    this.#hasCut(`${when}cut: the listener`);
    this.#judge.lost("listener");
    this.#begin(cut(this.#channel, this.#listener));
  }

  #cutGuest(when = ""): void {
    const those = this.#guests.filter((one) => !this.#away.has(one));
    const guest = those[this.#below(those.length)];
    if (guest === undefined) return;
    this.#hasCut(`${when}cut: ${guest.name}`);
    this.#away.add(guest);
    this.#begin(guest.cut().finally(() => this.#away.delete(guest)));
  }

  /** The listener leaves and joins. */
  async #comeBack(): Promise<void> {
    await this.#settle();
    await this.#review();
    this.#changed("the listener leaves and comes back");
    this.#channel.leave(this.#listener);
    await this.#enter(this.#place.grant.userId);
    await this.#settle();
    await this.#judge.begin(this.#listener, this.#heard);
  }

  /** When it fails, `#settle` says so. */
  #begin(what: Promise<unknown>): void {
    what.catch(ignored);
    this.#pending.push(what);
  }

  // Moves ---------------------------------------------------------------------------------------------------

  #kind(left: number): Kind {
    const kind = KINDS[this.#nextKind++ % KINDS.length]!;
    return kind === "back" && left < 2 ? "plain" : kind;
  }

  async #moveBy(kind: Kind): Promise<void> {
    this.#note(`move: ${kind}`);
    const perhaps = (moment: Moment): void => this.#perhaps(moment);
    switch (kind) {
      case "plain":
        return this.#finish(await this.#move(perhaps));
      case "epoch":
        return this.#moveInEpoch();
      case "back": {
        const there = await this.#move(perhaps);
        const back = await this.#move(perhaps);
        await this.#finish(there);
        return this.#finish(back);
      }
      case "kept":
        await this.#keep();
        return this.#finish(await this.#move(perhaps));
    }
  }

  /** An epoch is announced, and one member is slow to say that it has its keys. */
  async #moveInEpoch(): Promise<void> {
    await this.#settle();
    const slow = this.#guests.find((guest) => guest instanceof StrangerGuest);
    if (slow === undefined) return this.#finish(await this.#move(ignored));
    slow.dawdle();
    if (this.#guests.length > 1 && this.#chance(0.4)) this.#leave("", slow);
    else if (this.#size < MOST) this.#join();
    else this.#leave("", slow);
    await waitFor("an epoch to be announced", () => slow.owes, LIMIT_MS);
    const until = MOMENTS[1 + this.#below(MOMENTS.length - 1)]!;
    this.#note(`${slow.name} has not answered until: ${until}`);
    const hurry = (moment: Moment): void => {
      if (moment === until) slow.hurry();
    };
    await this.#finish(await this.#move(hurry));
  }

  async #move(at: (moment: Moment) => void): Promise<Leaving> {
    const from = this.#heard.count;
    const last = this.#moved.at(-1);
    if (last !== undefined) last.to = from;
    at("before");
    if (this.#chance(0.1)) this.#cutBot("halfopen");
    const { taken, ending } = await this.#offer((message) => {
      if (message[0] === CALL) at("standing still");
      return message;
    });
    at("offered");
    if (await isLate(taken)) return this.#moveAgain(ending);
    this.#ownFrom = (await taken)["pieces"] as number;
    at("taken");
    this.#workers.reverse();
    this.#judge.moved();
    this.figures.moves += 1;
    this.#moved.push({ heard: this.#heard, from, to: Infinity });
    return { ending };
  }

  /** On a busy machine nobody takes a call in time, and it goes on where it was. */
  async #moveAgain(ending: Promise<Report>): Promise<Leaving> {
    await expectEnding(ending, { outcome: "kept", status: "connected" });
    this.figures.late += 1;
    this.#note("it is not taken in time");
    return this.#move(ignored);
  }

  /** The sealed call does not arrive, and it goes on where it was. */
  async #keep(): Promise<void> {
    const { taken, ending } = await this.#offer((message) => (message[0] === CALL ? undefined : message));
    await expectEnding(ending, { outcome: "kept" });
    this.figures.kept += 1;
    this.#workers[1].giveUp();
    const isTaken = await within("the other process to give up", taken.then(yes, no), LIMIT_MS);
    if (isTaken) throw new Error("a call was taken that did not arrive");
    await this.#hearMore(FEW_PACKETS);
  }

  async #offer(pass: Pass): Promise<Leaving & { readonly taken: Promise<Report> }> {
    const [here, there] = this.#workers;
    here.linkTo(there, pass);
    there.linkTo(here);
    const taken = there.do("take", this.#place);
    taken.catch(ignored);
    await within("a process to wait for the call", there.answer("waiting"), LIMIT_MS);
    const ending = here.do("handOver");
    ending.catch(ignored);
    return { taken, ending };
  }

  #finish({ ending }: Leaving): Promise<void> {
    return expectEnding(ending, { outcome: "taken", status: "disconnected" });
  }

  // What is expected ----------------------------------------------------------------------------------------

  /** All are there, in one epoch, and heard. */
  async #settle(): Promise<void> {
    await within("joins and resumes", Promise.all(this.#pending), LIMIT_MS);
    this.#pending = [];
    for (const guest of this.#guests) guest.beat();
    if (!(await becomes(() => this.#isTogether(), LIMIT_MS)))
      throw new Error(`expected one privacy code: ${this.#codes().join(", ")}`);
    await this.#hearMore(PACKETS);
  }

  async #isTogether(): Promise<boolean> {
    const [code, ...others] = [codeOf(this.#listener), ...this.#guests.map(({ privacyCode }) => privacyCode)];
    if (code === undefined || others.some((one) => one !== code)) return false;
    const { state, privacyCode } = await within(
      "the bot's code",
      this.#workers[0].do("encryption"),
      LIMIT_MS,
    );
    return state === "on" && privacyCode === code;
  }

  #codes(): string[] {
    const guests = this.#guests.map(({ name, privacyCode }) => `${name} ${String(privacyCode)}`);
    return [`the listener ${String(codeOf(this.#listener))}`, ...guests];
  }

  #hearMore(packets: number): Promise<void> {
    const before = this.#heard.count;
    return waitFor("packets of the bot", () => this.#heard.count >= before + packets, LIMIT_MS);
  }

  async #hearOut(): Promise<void> {
    const isHeard = (): boolean => this.#heard.newest >= this.#ownFrom + FEW_PACKETS;
    await waitFor("packets of the last process", isHeard, LIMIT_MS);
    await this.#review();
  }

  async #review(): Promise<void> {
    const verdict = await this.#judge.judge();
    for (const of of ["withheld", "behindCut", "behindMove"] as const) this.figures[of] += verdict[of];
    for (const { heard, from, to } of this.#moved.splice(0))
      this.figures.gapsMs.push(heard.longestGap(from, to));
  }

  #changed(step: string): void {
    this.figures.changes += 1;
    this.#note(step);
  }

  #hasCut(step: string): void {
    this.figures.cuts += 1;
    this.#note(step);
  }

  #note(step: string): void {
    this.steps.push(step);
  }

  #chance(share: number): boolean {
    return this.#random() < share;
  }

  #below(count: number): number {
    return Math.floor(this.#random() * count);
  }
}

const ignored = (): undefined => undefined;
const yes = (): boolean => true;
const no = (): boolean => false;

/** @throws {Error} when `handOver` ends in another way */
async function expectEnding(
  ending: Promise<Report>,
  expected: Readonly<Record<string, string>>,
): Promise<void> {
  const received = await within("the end of handOver", ending, LIMIT_MS);
  for (const [name, value] of Object.entries(expected))
    if (received[name] !== value)
      throw new Error(`handOver: expected ${JSON.stringify(expected)}, received ${JSON.stringify(received)}`);
}

function* speech(): Generator<Uint8Array> {
  for (;;) {
    const packet = new Uint8Array(PACKET_BYTES).fill(0x55);
    packet[0] = TOC;
    yield packet;
  }
}
