import { seriesOf } from "../../support/packet-series.js";
import type { HeardPacket, VoiceWorker } from "../../support/voice-worker.js";
import { becomes, within } from "../../support/within.js";
import type { EncryptedChannel, Member } from "../encryption/support-encrypted-channel.js";
import type { Guest } from "./support-guests.js";
import type { HeardNumbers } from "./support-heard.js";

const FAILED = /^e2ee(Failed|Undecryptable)$/;
/** Packets that were passed on come behind those that came by themselves, milliseconds. */
const LATE_MS = 3000;

/** Counted since the room began, or since the listener came back. */
interface Counts {
  /** packets that the listener misses of the bot, and the bot of the listener */
  readonly missing: Pair;
  /** frames that no key opened */
  readonly unopened: Pair;
  /** frames that the forwarder withheld from members without the keys of their epoch */
  readonly withheld: number;
  readonly epochs: number;
}

interface Pair {
  readonly listener: number;
  readonly bot: number;
}

type Who = keyof Pair;

/** What was lost in a step, and may be lost. */
export interface Verdict {
  /** the forwarder withheld it */
  readonly withheld: number;
  /** whoever missed it lost its socket, and resumed its voice session, while an epoch began: it had no keys of it yet */
  readonly behindCut: number;
  /** as before, when only a move resumed the voice session */
  readonly behindMove: number;
}

/** Compares what was sent and heard in a room. */
export class Judge {
  /** Members that have left, too. */
  readonly guests: Guest[] = [];
  readonly #channel: EncryptedChannel;
  readonly #workers: readonly VoiceWorker[];
  readonly #listeners: { readonly member: Member; readonly heard: HeardNumbers }[] = [];
  readonly #cut = new Set<Who>();
  #moves = 0;
  #before: Counts | undefined;

  constructor(channel: EncryptedChannel, workers: readonly VoiceWorker[]) {
    this.#channel = channel;
    this.#workers = workers;
  }

  /** Packets that were heard, by all listeners and by the bot. */
  async heard(): Promise<Pair> {
    const listener = this.#listeners.reduce((sum, { heard }) => sum + heard.count, 0);
    return { listener, bot: (await this.#heardByBot()).length };
  }

  /** From here on everything is heard. A listener that comes back is another one. */
  async begin(member: Member, heard: HeardNumbers): Promise<void> {
    this.#listeners.push({ member, heard });
    this.#before = await this.#counts();
    this.#cut.clear();
  }

  /** Its socket is gone, in this step. */
  lost(who: Who): void {
    this.#cut.add(who);
  }

  moved(): void {
    this.#moves += 1;
  }

  /** The end of a step. @throws {Error} with all that is wrong */
  async judge(): Promise<Verdict> {
    const before = this.#before!;
    const isWhole = ({ missing }: Counts): boolean =>
      missing.listener === before.missing.listener && missing.bot === before.missing.bot;
    await becomes(async () => isWhole(await this.#counts()), LATE_MS);
    const counts = await this.#counts();
    const losses = (["listener", "bot"] as const).map((who) => this.#lossOf(who, before, counts));
    const problems = [...losses.flatMap(({ problem }) => problem ?? []), ...this.#faults()];
    if (problems.length > 0) throw new Error(problems.join("\n"));
    this.#before = counts;
    this.#cut.clear();
    this.#moves = 0;
    const sum = (of: keyof Verdict): number => losses.reduce((all, loss) => all + loss[of], 0);
    return { withheld: sum("withheld"), behindCut: sum("behindCut"), behindMove: sum("behindMove") };
  }

  /**
   * Each frame that is withheld is counted once for each member that it is withheld from, so the count bounds what one member misses.
   * A voice session that is resumed, as behind a cut and with each move, is not waited for when an epoch begins meanwhile: its member
   * gets the keys with what is replayed, and counts the frames that it cannot open until then. Those that came between the last look at
   * the count and a move are counted nowhere.
   */
  #lossOf(who: Who, before: Counts, now: Counts): Verdict & { readonly problem?: string } {
    const missing = now.missing[who] - before.missing[who];
    const mostWithheld = now.withheld - before.withheld;
    const epochs = now.epochs - before.epochs;
    const isCut = this.#cut.has(who);
    const isResumed = isCut || (who === "bot" && this.#moves > 0);
    const hadNoKeys = isResumed && epochs > 0;
    const uncounted = who === "bot" ? this.#moves : 0;
    const mostUnopened = hadNoKeys ? now.unopened[who] - before.unopened[who] + uncounted : 0;
    const withheld = Math.min(missing, mostWithheld);
    const unopened = missing - withheld;
    const verdict = { withheld, behindCut: isCut ? unopened : 0, behindMove: isCut ? 0 : unopened };
    if (unopened <= mostUnopened) return verdict;
    const of = `at most ${String(mostWithheld)} withheld, ${String(mostUnopened)} unopened, in ${String(epochs)} epochs`;
    return { ...verdict, problem: `the ${who} misses ${String(missing)} packets (${of})` };
  }

  #faults(): string[] {
    const { failures } = this.#channel.platform.control.voice.e2eeStats();
    const { outOfOrder, leftOut, sessions } = this.#listeners.at(-1)!.heard;
    const counted: [number, string][] = [
      [failures, "times somebody sent op 31"],
      [outOfOrder, "packets of the bot came twice or out of order"],
      [leftOut, "packets of the bot were never sent"],
      [sessions - 1, "further voice sessions of the bot"],
    ];
    const reports = this.#workers.flatMap((worker) => worker.reports);
    return [
      ...counted.flatMap(([count, what]) => (count === 0 ? [] : [`${String(count)} ${what}`])),
      ...this.guests.flatMap(({ name, faults }) => faults.map((one) => `${name}: ${one}`)),
      ...this.#listeners.flatMap(({ member }) => member.failures.map((one) => `the listener: ${one}`)),
      ...reports
        .filter(({ did, phase }) => did === "warning" || FAILED.test(String(phase)))
        .map((report) => `the bot: ${JSON.stringify(report)}`),
    ];
  }

  async #counts(): Promise<Counts> {
    const { voice } = this.#channel.platform.control;
    const { member, heard } = this.#listeners.at(-1)!;
    const atBot = seriesOf(await this.#heardByBot());
    const doubled = atBot.reduce((sum, one) => sum + one.doubled, 0);
    if (doubled > 0) throw new Error(`${String(doubled)} packets of the listener came twice`);
    const missingAtBot = atBot.reduce((sum, { missing }) => sum + missing, 0);
    const unopened = await this.#ofWorkers("unopened", (worker) => worker.unopened());
    const { speakers } = member.voice.getStats();
    return {
      missing: { listener: heard.missing, bot: missingAtBot },
      unopened: {
        listener: speakers.reduce((sum, { e2ee }) => sum + e2ee.undecryptable, 0),
        bot: unopened.reduce((sum, frames) => sum + frames, 0),
      },
      withheld: (await voice.stats()).counters.e2eeEarly,
      epochs: voice.e2eeStats().epochs,
    };
  }

  async #heardByBot(): Promise<HeardPacket[]> {
    return (await this.#ofWorkers("heard", (worker) => worker.heard())).flat();
  }

  #ofWorkers<T>(what: string, ask: (worker: VoiceWorker) => Promise<T>): Promise<T[]> {
    return within(`the workers: ${what}`, Promise.all(this.#workers.map(ask)));
  }
}
