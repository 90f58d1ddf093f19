import { FieldWriter, reasonOf, savedFields, type FieldReader } from "../../protocol/index.js";
import { SdkError } from "../../wire/index.js";
import type { MoveChannel } from "../handover/move-link.js";
import type { CallStore } from "./call-store.js";
import { eachRecord, JoinedRecords } from "./joined-records.js";

const ASKED = savedFields({ id: 1, key: 2, isSwap: 3, expected: 4, value: 5 });
const ANSWERED = savedFields({ id: 1, error: 2, isDone: 3, value: 4 });
/** Questions whose answers are lost: older ones are given up. A thousand calls that go on at once ask some for each. */
const MOST_WAITING = 10_000;

interface Waiting {
  readonly resolve: (answer: FieldReader) => void;
  readonly reject: (error: Error) => void;
}

/** A store at the other end of a channel, where {@link serveCallStore} answers. */
export class RemoteCallStore implements CallStore {
  readonly #questions: JoinedRecords;
  readonly #waiting = new Map<number, Waiting>();
  #asked = 0;

  /** @param channel carries nothing else */
  constructor(channel: MoveChannel) {
    this.#questions = new JoinedRecords(channel);
    channel.onMessage((message) => eachRecord(message, (answer) => this.#answered(answer)));
  }

  /** As `CallStore.read`. @throws {SdkError} KEEP_STORE_FAILED: what the store threw */
  async read(key: string): Promise<Uint8Array | undefined> {
    const answer = await this.#ask((out) => out.text(ASKED.key, key));
    return answer.maybeBytes(ANSWERED.value);
  }

  /** As `CallStore.swap`. @throws {SdkError} KEEP_STORE_FAILED: what the store threw */
  async swap(key: string, expected: Uint8Array | undefined, value: Uint8Array | undefined): Promise<boolean> {
    const answer = await this.#ask((out) => {
      out.text(ASKED.key, key);
      out.flag(ASKED.isSwap, true);
      out.bytes(ASKED.expected, expected);
      out.bytes(ASKED.value, value);
    });
    return answer.flag(ANSWERED.isDone);
  }

  #ask(write: (out: FieldWriter) => void): Promise<FieldReader> {
    const id = (this.#asked += 1);
    const out = new FieldWriter(0);
    out.number(ASKED.id, id);
    write(out);
    this.#giveUpOld();
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#questions.add(out.take(), (error) => {
        this.#waiting.delete(id);
        reject(error as Error);
      });
    });
  }

  #giveUpOld(): void {
    if (this.#waiting.size < MOST_WAITING) return;
    const [oldest] = this.#waiting;
    if (oldest === undefined) return;
    const [id, { reject }] = oldest;
    this.#waiting.delete(id);
    reject(new SdkError("KEEP_STORE_FAILED", "store: expected an answer, received none"));
  }

  #answered(answer: FieldReader): void {
    const id = answer.number(ANSWERED.id);
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    const error = answer.maybeText(ANSWERED.error);
    if (error === undefined) waiting?.resolve(answer);
    else waiting?.reject(new SdkError("KEEP_STORE_FAILED", `store: ${error}`));
  }
}

/**
 * Answers for a store what processes at the other ends of channels ask.
 * @param channel carries nothing else
 * @returns ends that
 */
export function serveCallStore(store: CallStore, channel: MoveChannel): () => void {
  const answers = new JoinedRecords(channel);
  return channel.onMessage((message) =>
    eachRecord(message, (asked) => void answer(store, asked.number(ASKED.id), asked, answers)),
  );
}

/** As soon as the store has it: one that takes long delays no other. */
async function answer(
  store: CallStore,
  id: number,
  asked: FieldReader,
  answers: JoinedRecords,
): Promise<void> {
  const out = new FieldWriter(0);
  out.number(ANSWERED.id, id);
  try {
    await carryOut(store, asked, out);
  } catch (error) {
    out.text(ANSWERED.error, reasonOf(error));
  }
  answers.add(out.take(), nobodyHears);
}

async function carryOut(store: CallStore, asked: FieldReader, out: FieldWriter): Promise<void> {
  const key = asked.text(ASKED.key);
  if (!asked.has(ASKED.isSwap)) return out.bytes(ANSWERED.value, await store.read(key));
  const [expected, value] = [asked.maybeBytes(ASKED.expected), asked.maybeBytes(ASKED.value)];
  out.flag(ANSWERED.isDone, await store.swap(key, expected, value));
}

/** The channel is closed. A question whose answer is lost ends by its own time limit. */
function nobodyHears(): void {
  // the process that asked is gone
}
