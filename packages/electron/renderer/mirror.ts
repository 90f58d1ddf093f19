import { COLLECTIONS, type CollectionName, type RecordOf } from "sdkpp/surface";
import type { Change } from "../bridge/messages.js";
import { tell } from "./tell.js";

type Records = Map<string, object>;
type Building = Map<CollectionName, Records>;
type Listener = () => void;
/** Hears the keys of the records that a frame changed; undefined: a snapshot has replaced all. */
type KeysListener = (keys: ReadonlySet<string> | undefined) => void;

/** A piece of a snapshot that is on its way, for what takes long to make of all of it; the state does not have it yet. */
export interface SnapshotPiece {
  /** Whether a snapshot begins with it: then the pieces before it belong to one that will not end. */
  readonly isFirst: boolean;
  /** Whether the state is replaced right behind it. */
  readonly isLast: boolean;
  /** The keys of the records of a part that it brings. */
  keysOf(part: CollectionName): readonly string[];
  /** Gets a record of this piece, or of those before it. @param key of a part with one record: "" @returns undefined: it has not come */
  get<K extends CollectionName>(part: K, key?: string): RecordOf<K> | undefined;
}

type PieceListener = (piece: SnapshotPiece) => void;

/** One part of the state, and who looks at it. */
class Part {
  records: Records = new Map();
  version = 0;
  readonly whole = new Set<Listener>();
  readonly single = new Map<string, Set<Listener>>();
  readonly keyed = new Set<KeysListener>();
}

/**
 * What a page holds of the player's world: frozen records that are replaced as they change, so that equal means unchanged. It changes with
 * {@link apply} only, and tells its listeners behind that, each once.
 */
export class Mirror {
  readonly #parts: { readonly [K in CollectionName]: Part };
  readonly #pieces = new Set<PieceListener>();
  /** Of a snapshot whose end has not come. */
  #building: Building | undefined;
  #isComplete = false;

  constructor() {
    const names = Object.keys(COLLECTIONS) as CollectionName[];
    this.#parts = Object.fromEntries(names.map((name) => [name, new Part()])) as Record<CollectionName, Part>;
  }

  /** Whether a whole snapshot has come; later ones replace it at once. */
  get isComplete(): boolean {
    return this.#isComplete;
  }

  /** Gets a record. @param key of a part with one record: "" @returns undefined: there is none, or the page may not see it */
  get<K extends CollectionName>(part: K, key = ""): RecordOf<K> | undefined {
    return this.#parts[part].records.get(key) as RecordOf<K> | undefined;
  }

  /** All records of a part by their keys, as they are now: it changes with the state. {@link versionOf} tells whether it did. */
  all<K extends CollectionName>(part: K): ReadonlyMap<string, RecordOf<K>> {
    return this.#parts[part].records as unknown as ReadonlyMap<string, RecordOf<K>>;
  }

  /** A number that changes with every change of a part. */
  versionOf(part: CollectionName): number {
    return this.#parts[part].version;
  }

  /**
   * Listens to the changes of a part, or of one record.
   * @returns ends it
   */
  watch(part: CollectionName, key: string | undefined, listener: () => void): () => void {
    const { whole, single } = this.#parts[part];
    if (key === undefined) {
      whole.add(listener);
      return () => void whole.delete(listener);
    }
    const listeners = single.get(key) ?? new Set();
    single.set(key, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && single.get(key) === listeners) single.delete(key);
    };
  }

  /**
   * Listens to which records of a part change: one listener for thousands of records.
   * @param listener hears their keys, once for each frame; undefined: a snapshot has replaced all
   * @returns ends it
   */
  watchKeys(part: CollectionName, listener: KeysListener): () => void {
    const { keyed } = this.#parts[part];
    keyed.add(listener);
    return () => void keyed.delete(listener);
  }

  /**
   * Listens to the pieces of snapshots, each before the state is replaced.
   * @returns ends it
   */
  watchPieces(listener: PieceListener): () => void {
    this.#pieces.add(listener);
    return () => void this.#pieces.delete(listener);
  }

  /** Takes over a piece of a snapshot; the last one replaces the state. */
  take(changes: readonly Change[], isFirst: boolean, isLast: boolean): void {
    if (isFirst) this.#building = new Map();
    const building: Building = (this.#building ??= new Map());
    for (const [part, key, record] of changes) {
      const records = building.get(part) ?? new Map<string, object>();
      building.set(part, records);
      if (record !== null) records.set(key, record);
    }
    if (this.#pieces.size > 0) tell(this.#pieces, pieceOf(building, changes, isFirst, isLast));
    if (isLast) this.#replace(building);
  }

  /** Applies the changes of a frame. */
  apply(changes: readonly Change[]): void {
    const told = new Set<Listener>();
    const changed = new Map<Part, Set<string>>();
    for (const [name, key, record] of changes) {
      const part = this.#parts[name];
      if (record === null) part.records.delete(key);
      else part.records.set(key, record);
      part.version += 1;
      changed.set(part, (changed.get(part) ?? new Set()).add(key));
    }
    for (const [part, keys] of changed) heard(part, keys, told);
    tell(told);
  }

  #replace(building: Building): void {
    this.#building = undefined;
    this.#isComplete = true;
    const told = new Set<Listener>();
    for (const [name, part] of Object.entries(this.#parts) as [CollectionName, Part][]) {
      const before = part.records;
      part.records = building.get(name) ?? new Map();
      part.version += 1;
      // whoever looks at single records looks at few of them
      for (const [key, listeners] of part.single)
        if (before.has(key) || part.records.has(key)) for (const one of listeners) told.add(one);
      for (const one of part.whole) told.add(one);
      for (const one of part.keyed) told.add(() => one(undefined));
    }
    tell(told);
  }
}

function pieceOf(
  building: Building,
  changes: readonly Change[],
  isFirst: boolean,
  isLast: boolean,
): SnapshotPiece {
  return {
    isFirst,
    isLast,
    keysOf: (part) => changes.filter(([name]) => name === part).map(([, key]) => key),
    get: <K extends CollectionName>(part: K, key = "") =>
      building.get(part)?.get(key) as RecordOf<K> | undefined,
  };
}

function heard(part: Part, keys: ReadonlySet<string>, told: Set<Listener>): void {
  for (const key of keys) for (const one of part.single.get(key) ?? []) told.add(one);
  for (const one of part.whole) told.add(one);
  for (const one of part.keyed) told.add(() => one(keys));
}
