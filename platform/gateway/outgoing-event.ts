/** A frame without a sequence number, as JSON. */
export function controlFrame(op: number, d: unknown): string {
  return JSON.stringify({ op, d, s: null, t: null });
}

/**
 * One event on its way to any number of sessions. Its payload is written as JSON once; each session's frame differs only in
 * the sequence number.
 */
export class OutgoingEvent {
  readonly t: string;
  readonly #rest: string;

  constructor(t: string, d: unknown) {
    this.t = t;
    this.#rest = `,"t":${JSON.stringify(t)},"d":${JSON.stringify(d)}}`;
  }

  /** The frame that carries the event, as JSON. @param s sequence number in its session */
  frame(s: number): string {
    return `{"op":0,"s":${s}${this.#rest}`;
  }
}
