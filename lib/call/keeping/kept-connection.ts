import type { TrackPosition } from "../../native/index.js";
import type { Clock } from "../../net/index.js";
import { FieldWriter, type NumberRange } from "../../protocol/index.js";
import type { VoiceConnection } from "../voice-connection.js";
import type { KeptCall } from "./keeper.js";
import type { TidePlace } from "./noted-tide.js";
import type { PresentTide } from "./upkeep.js";

/** The parts of a call that its keeper needs of its door. */
export interface KeptConnectionParts {
  readonly connection: VoiceConnection;
  readonly clock: Clock;
  /** Writes all of it; `saveConnection` the part of the connection. */
  save(out: FieldWriter, saveConnection: () => void, position: KeptPosition): void;
  /** Counts what was played in turn. */
  source(): number;
  /** Milliseconds of the source that is played. */
  positionMs(position: KeptPosition): number;
  moved(): void;
}

/** The part of the input that was sent, as the addon counts: samples per channel at 48 kHz, of a player in a track. */
export type KeptPosition = number | TrackPosition | undefined;

/** A connection that is kept. */
export class KeptConnection implements KeptCall {
  readonly #parts: KeptConnectionParts;
  #mark = 0;
  #nativeMark = 0;
  #source = 0;

  constructor(parts: KeptConnectionParts) {
    this.#parts = parts;
  }

  grant(numbers: NumberRange): void {
    this.#parts.connection.grant(numbers);
  }

  noteTide({ slot, generation }: TidePlace): void {
    this.#parts.connection.noteTide(slot, generation);
  }

  tide(): PresentTide | undefined {
    const { connection, source, positionMs } = this.#parts;
    const tide = connection.tide();
    if (tide === undefined) return undefined;
    const { position, ...rest } = tide;
    return { ...rest, source: source(), positionMs: positionMs(position) };
  }

  tideMark(): number {
    const [native, source] = [this.#parts.connection.tideMark(), this.#parts.source()];
    if (native !== this.#nativeMark || source !== this.#source) this.#mark += 1;
    this.#nativeMark = native;
    this.#source = source;
    return this.#mark;
  }

  isAheadOfWritten(): boolean {
    return this.#parts.connection.isAheadOfWritten;
  }

  async ground(): Promise<Uint8Array | undefined> {
    const { connection, clock, save } = this.#parts;
    let record: Uint8Array | undefined;
    await connection.snapshot((saveConnection) => {
      const out = new FieldWriter(clock.now());
      save(out, () => saveConnection(out), connection.tide()?.position);
      record = out.take();
    });
    return record;
  }

  written(): void {
    this.#parts.connection.written();
  }

  suspect(): void {
    this.#parts.connection.suspect();
  }

  moved(): void {
    this.#parts.moved();
  }
}
