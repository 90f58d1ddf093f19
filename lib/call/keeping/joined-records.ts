import { systemClock } from "../../net/index.js";
import { FieldReader, FieldWriter, savedFields } from "../../protocol/index.js";
import type { MoveChannel } from "../handover/move-link.js";

const JOINED = savedFields({ record: 1 });
/** Records in one message: a megabyte, when each has all that a call saves. */
const MOST_JOINED = 64;

/**
 * Records of one turn of the event loop as one message of a channel: hundreds of calls of a process ask their store at the same beat, and all
 * of them at once when they go on in another process.
 */
export class JoinedRecords {
  readonly #channel: Pick<MoveChannel, "send">;
  readonly #out = new FieldWriter(0);
  #lost: ((error: unknown) => void)[] = [];

  constructor(channel: Pick<MoveChannel, "send">) {
    this.#channel = channel;
  }

  /** @param lost called with what the channel throws */
  add(record: Uint8Array, lost: (error: unknown) => void): void {
    this.#out.bytes(JOINED.record, record);
    const count = this.#lost.push(lost);
    if (count === 1) systemClock.afterInput(() => this.#send());
    if (count === MOST_JOINED) this.#send();
  }

  #send(): void {
    const lost = this.#lost;
    if (lost.length === 0) return;
    this.#lost = [];
    try {
      this.#channel.send(this.#out.take());
    } catch (error) {
      for (const each of lost) each(error);
    }
  }
}

/** Takes the records of a message. What cannot be read is dropped. */
export function eachRecord(message: Uint8Array, take: (record: FieldReader) => void): void {
  try {
    new FieldReader(message, 0, "message").each(JOINED.record, take);
  } catch {
    // no message of this kind
  }
}
