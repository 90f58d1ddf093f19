import {
  readPipeMessage,
  writePipeMessage,
  type PipeCipher,
  type PipeMessage,
  type RandomBytes,
} from "../../protocol/index.js";
import { SdkError } from "../../wire/index.js";

/**
 * Carries messages between the two processes of a move: each whole, and in their order. What is lost is as on a network; a call moves
 * all the same, or goes on where it was.
 */
export interface MoveChannel {
  /** To the other process. */
  send(message: Uint8Array): void;
  /** From the other process. @returns stops listening */
  onMessage(listener: (message: Uint8Array) => void): () => void;
}

/** Messages before the two processes have a key of their own. */
export type OpenKind = "offer" | "invitation" | "call";

/** Names one move among those of a channel, bytes. */
const ID_BYTES = 8;
const HEAD_BYTES = 1 + ID_BYTES;

/** The first byte of a message; the name of its move follows. */
const TAGS: readonly (OpenKind | "piped")[] = ["offer", "invitation", "call", "piped"];

const NO_ID = new Uint8Array(ID_BYTES);

export interface LinkListener {
  opened(kind: OpenKind, bytes: Uint8Array): void;
  piped(message: PipeMessage): void;
  /** A message cannot be read, or is not of the other process: it is dropped. */
  dropped(error: unknown): void;
}

/** One move's end of a channel. Messages of other moves are not for it: those of one before, which are late, or of another call. */
export class MoveLink {
  readonly #channel: MoveChannel;
  /** Undefined until an offer comes. */
  #id: Uint8Array | undefined;
  readonly #listener: LinkListener;
  readonly #stop: () => void;
  #cipher: PipeCipher | undefined;
  #isOver = false;

  /** @param random of the side that begins the move */
  constructor(channel: MoveChannel, listener: LinkListener, random?: RandomBytes) {
    this.#channel = channel;
    this.#id = random?.(ID_BYTES);
    this.#listener = listener;
    this.#stop = channel.onMessage((message) => this.#received(message));
  }

  /** @throws what the channel throws */
  send(kind: OpenKind, message: Uint8Array): void {
    this.#send(kind, message);
  }

  /** From now on both have a key. */
  secure(cipher: PipeCipher): void {
    this.#cipher = cipher;
  }

  /** Whether a message of the other process is missing. */
  get hasGap(): boolean {
    return this.#cipher?.hasGap === true;
  }

  /** Does nothing before there is a key, or after the end. @throws what the channel throws */
  say(message: PipeMessage): void {
    if (this.#cipher === undefined || this.#isOver) return;
    this.#send("piped", this.#cipher.seal(writePipeMessage(message)));
  }

  /** Idempotent. */
  end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#stop();
    this.#cipher?.end();
  }

  #send(kind: OpenKind | "piped", content: Uint8Array): void {
    const message = new Uint8Array(HEAD_BYTES + content.length);
    message[0] = TAGS.indexOf(kind);
    message.set(this.#id ?? NO_ID, 1);
    message.set(content, HEAD_BYTES);
    this.#channel.send(message);
  }

  #received(message: Uint8Array): void {
    if (this.#isOver) return;
    try {
      this.#sort(message);
    } catch (error) {
      this.#listener.dropped(error);
    }
  }

  #sort(message: Uint8Array): void {
    const kind = TAGS[message[0] ?? TAGS.length];
    if (kind === undefined || message.length < HEAD_BYTES)
      throw new SdkError(
        "HANDOVER_DAMAGED",
        "a message of a move: expected one of four kinds, received another",
      );
    const id = message.slice(1, HEAD_BYTES);
    const content = message.subarray(HEAD_BYTES);
    if (this.#id === undefined && kind === "offer") {
      this.#listener.opened(kind, content);
      this.#id = id;
    } else if (this.#id !== undefined && isSame(this.#id, id)) this.#take(kind, content);
  }

  #take(kind: OpenKind | "piped", content: Uint8Array): void {
    if (kind !== "piped") return this.#listener.opened(kind, content);
    const message = this.#cipher?.open(content);
    if (message === undefined)
      throw new SdkError(
        "HANDOVER_NOT_AUTHENTIC",
        "a message of a move: expected one that the other process sealed, received another, or one that came before",
      );
    this.#listener.piped(readPipeMessage(message));
  }
}

const isSame = (left: Uint8Array, right: Uint8Array): boolean => left.every((byte, at) => byte === right[at]);
