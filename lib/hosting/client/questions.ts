import type { SentError } from "../messages.js";
import { receivedError } from "../sent-error.js";
import type { LobbyQuestion } from "./messages.js";

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

type Ask = (id: number, question: LobbyQuestion, args: readonly unknown[]) => void;

/** The questions of a call in a voice process to the game's process, which has the stores. */
export class Questions {
  readonly #ask: Ask;
  readonly #waiting = new Map<number, Waiting>();
  #asked = 0;

  constructor(ask: Ask) {
    this.#ask = ask;
  }

  /** Rejects with the error that the game's store threw. */
  ask(question: LobbyQuestion, ...args: readonly unknown[]): Promise<unknown> {
    const id = (this.#asked += 1);
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#ask(id, question, args);
    });
  }

  /** Nobody answers any more. */
  end(): void {
    for (const { reject } of this.#waiting.values()) reject(new Error("the call that asked is over"));
    this.#waiting.clear();
  }

  told(id: number, value: unknown, error: SentError | undefined): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error === undefined) waiting?.resolve(value);
    else waiting?.reject(receivedError(error));
  }
}
