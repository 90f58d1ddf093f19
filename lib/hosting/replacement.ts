import type { Hosted } from "./hosted.js";
import type { SupervisedProcess } from "./supervised-process.js";

/** So many calls move at once: each is silent for some 20 ms only while the processes are not busy with hundreds of others. */
const AT_ONCE = 4;
/** So often a call is asked to move. */
const MOST_TRIES = 2;

/** All that a voice process has goes on in another one. */
export class Replacement {
  readonly #from: SupervisedProcess;
  readonly #to: SupervisedProcess;
  readonly #hosted: () => Hosted[];
  /** Players, lists of devices and tests of the microphone, as they begin to move. */
  readonly #others = new Map<Hosted, Promise<unknown>>();
  #calls: Hosted[] = [];
  readonly #moved = new Set<Hosted>();
  #isOver = false;

  /** @param hosted all that is in some process now */
  constructor(from: SupervisedProcess, to: SupervisedProcess, hosted: () => Hosted[]) {
    this.#from = from;
    this.#to = to;
    this.#hosted = hosted;
  }

  /** Never rejects. Some calls may still be where they were then. */
  async run(): Promise<void> {
    const waiting = this.#here.filter(({ isCall }) => isCall).sort(byPlayer);
    this.#calls = [...waiting];
    const worker = async (): Promise<void> => {
      for (let call = waiting.shift(); call !== undefined; call = waiting.shift()) await this.#moveCall(call);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    await Promise.all(this.#here.filter(({ isCall }) => !isCall).map((one) => this.#moveOnce(one)));
    await Promise.all(this.#calls.map((call) => call.departed()));
  }

  /** Calls that moved, and those of the others that are not over. */
  get outcome(): { readonly moved: number; readonly revived: number } {
    const left = new Set(this.#hosted());
    const revived = this.#calls.filter((call) => !this.#moved.has(call) && left.has(call)).length;
    return { moved: this.#moved.size, revived };
  }

  /** One of the processes has ended: nothing more begins to move. */
  end(): void {
    this.#isOver = true;
  }

  get #here(): Hosted[] {
    return this.#hosted().filter((one) => one.isIn(this.#from));
  }

  async #moveCall(call: Hosted): Promise<void> {
    if (call.player !== undefined) await this.#moveOnce(call.player);
    for (let tries = 0; tries < MOST_TRIES && !this.#isOver && call.isIn(this.#from); tries += 1) {
      const outcome = await call.move(this.#to);
      if (outcome === "moved") this.#moved.add(call);
    }
  }

  /** A player stands still from then on until its calls have moved. */
  #moveOnce(one: Hosted): Promise<unknown> {
    const moving = this.#others.get(one) ?? (this.#isOver ? Promise.resolve() : one.move(this.#to));
    this.#others.set(one, moving);
    return moving;
  }
}

/** Those of one player next to each other: it is silent in the meantime. */
function byPlayer(left: Hosted, right: Hosted): number {
  const [one, other] = [left.player?.name ?? "", right.player?.name ?? ""];
  return one < other ? -1 : one > other ? 1 : 0;
}
