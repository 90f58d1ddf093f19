/** A frame of the voice gateway, as its WebSocket gave it. */
export interface GatewayFrame {
  readonly isText: boolean;
  readonly bytes: Uint8Array;
}

/** Frames that may wait: the voice gateway replays what is not passed on. */
const MOST_WAITING = 256;

/** The voice gateway speaks to a call that stands still: its frames go to the new place, in their order and without one missing. */
export class FrameRelay {
  #waiting: GatewayFrame[] = [];
  #send: ((frame: GatewayFrame) => void) | undefined;
  #hasLost = false;

  pass(frame: GatewayFrame): void {
    if (this.#send !== undefined) this.#send(frame);
    else if (this.#waiting.length < MOST_WAITING) this.#waiting.push(frame);
    else this.#hasLost = true;
  }

  /** What waits goes first. Behind a frame that is lost nothing may be passed on: its number would count as seen. */
  start(send: (frame: GatewayFrame) => void): void {
    for (const frame of this.#waiting.splice(0)) send(frame);
    this.#send = this.#hasLost ? () => undefined : send;
  }
}
