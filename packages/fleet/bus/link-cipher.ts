import { NONCE_BYTES, openBytes, sealBytes } from "./aead.js";
import { keyFor } from "./fleet-key.js";

/** "data" by its place in the order, "ack" by the count of those that were sent. */
export type FrameKind = "data" | "ack";

const KINDS: readonly FrameKind[] = ["data", "ack"];
const NUMBER_BYTES = 6;
const HEADER_BYTES = 1 + NUMBER_BYTES;

/** The sides of a link. */
export type LinkSide = "controller" | "worker";

export interface OpenedFrame {
  readonly kind: FrameKind;
  readonly number: number;
  readonly body: Uint8Array;
}

/** Seals the frames of one link, and opens those of its other side. Both have made a part of the salt, so no frame of another link opens. */
export class LinkCipher {
  readonly #own: Uint8Array;
  readonly #other: Uint8Array;

  constructor(fleetKey: Uint8Array, salt: Uint8Array, side: LinkSide) {
    const other = side === "controller" ? "worker" : "controller";
    this.#own = keyFor(fleetKey, salt, `link from ${side}`);
    this.#other = keyFor(fleetKey, salt, `link from ${other}`);
  }

  /** Once for each kind and number. A frame that is sent again is the same bytes. */
  seal(kind: FrameKind, number: number, body: Uint8Array): Uint8Array {
    const header = Buffer.alloc(HEADER_BYTES);
    header.writeUInt8(KINDS.indexOf(kind), 0);
    header.writeUIntBE(number, 1, NUMBER_BYTES);
    return Buffer.concat([header, sealBytes(this.#own, nonceOf(header), header, body)]);
  }

  /** @returns undefined: it is not of the other side, or damaged */
  open(frame: Uint8Array): OpenedFrame | undefined {
    const header = Buffer.from(frame.subarray(0, HEADER_BYTES));
    const kind = KINDS[header[0] ?? KINDS.length];
    if (header.length < HEADER_BYTES || kind === undefined) return undefined;
    const body = openBytes(this.#other, nonceOf(header), header, frame.subarray(HEADER_BYTES));
    return body && { kind, number: header.readUIntBE(1, NUMBER_BYTES), body };
  }
}

function nonceOf(header: Uint8Array): Uint8Array {
  const nonce = new Uint8Array(NONCE_BYTES);
  nonce.set(header);
  return nonce;
}
