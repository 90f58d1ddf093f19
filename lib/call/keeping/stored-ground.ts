import { damagedKeep, FieldReader, FieldWriter, savedFields, type GroundSeal } from "../../protocol/index.js";
import type { CallStore } from "./call-store.js";

/** The state of a call that a successor needs, at one moment. */
export interface Ground {
  /** milliseconds since 1970 */
  readonly atMs: number;
  /** as the call saved it; to be wiped */
  readonly record: Uint8Array;
}

export interface GroundStore {
  readonly store: CallStore;
  readonly call: string;
  readonly seal: GroundSeal;
}

const FIELDS = savedFields({ atMs: 1, record: 2 });
/** Only its owner writes a ground: more often it finds nothing but its own writing. */
const MOST_TRIES = 3;

const keyOf = (call: string, fence: bigint): string => `${call}/${String(fence)}`;

/** The ground that the owner with this fence writes. */
export class StoredGround {
  readonly #place: GroundStore;
  readonly #fence: bigint;
  #bytes: Uint8Array | undefined;

  constructor(place: GroundStore, fence: bigint) {
    this.#place = place;
    this.#fence = fence;
  }

  /** @param ground its record is wiped */
  async write({ atMs, record }: Ground): Promise<void> {
    const { store, call, seal } = this.#place;
    const out = new FieldWriter(0);
    out.number(FIELDS.atMs, Math.round(atMs));
    out.bytes(FIELDS.record, record);
    record.fill(0);
    const sealed = seal.seal({ call, fence: this.#fence }, out.take());
    const key = keyOf(call, this.#fence);
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      if (await store.swap(key, this.#bytes, sealed)) return void (this.#bytes = sealed);
      // the answer to an earlier writing was lost
      this.#bytes = await store.read(key);
    }
    throw damagedKeep(`expected that only its owner writes "${key}", received other bytes there`);
  }
}

/** @throws {SdkError} KEPT_CALL_DAMAGED, also when nothing is there */
export async function readGround({ store, call, seal }: GroundStore, fence: bigint): Promise<Ground> {
  const sealed = await store.read(keyOf(call, fence));
  if (sealed === undefined) throw damagedKeep("expected what its last owner wrote, received nothing");
  const record = seal.open({ call, fence }, sealed);
  try {
    const fields = new FieldReader(record, 0, "ground");
    return { atMs: fields.number(FIELDS.atMs), record: fields.bytes(FIELDS.record) };
  } finally {
    record.fill(0);
  }
}

export async function removeGround({ store, call }: GroundStore, fence: bigint): Promise<void> {
  const key = keyOf(call, fence);
  const found = await store.read(key);
  if (found !== undefined) await store.swap(key, found, undefined);
}
