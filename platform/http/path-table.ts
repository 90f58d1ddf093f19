/** A place in a path, and what may follow it. */
interface Place<Value> {
  readonly literals: Map<string, Place<Value>>;
  /** The place behind any text that stands here; paths have a name in braces for it. */
  named?: Place<Value>;
  entry?: { readonly names: readonly string[]; readonly value: Value };
}

export interface FoundPath<Value> {
  readonly value: Value;
  /** Decoded values of the names in braces, in their order. */
  readonly params: Readonly<Record<string, string>>;
}

const NAME = /^\{(.+)\}$/;

/** Finds the documented path of an address; a literal of a path (`@me`) comes before a name in braces. */
export class PathTable<Value> {
  readonly #root: Place<Value> = { literals: new Map() };
  readonly #lengthMax: number;

  /** @param lengthMax of the value of a name, as it is encoded in the address */
  constructor(lengthMax: number) {
    this.#lengthMax = lengthMax;
  }

  /** @param path such as `/lobbies/{lobby.id}` */
  add(path: string, value: Value): void {
    const names: string[] = [];
    let place = this.#root;
    for (const segment of segmentsOf(path)) {
      const name = NAME.exec(segment)?.[1];
      if (name !== undefined) names.push(name);
      place = name === undefined ? literalPlace(place, segment) : (place.named ??= { literals: new Map() });
    }
    place.entry = { names, value };
  }

  /** @param path of an address, with valid percent encoding */
  find(path: string): FoundPath<Value> | undefined {
    return this.#search(this.#root, segmentsOf(path), 0, []);
  }

  #search(
    place: Place<Value>,
    segments: readonly string[],
    at: number,
    values: readonly string[],
  ): FoundPath<Value> | undefined {
    const segment = segments[at];
    if (segment === undefined) return place.entry && found(place.entry, values);
    const text = decodeURIComponent(segment);
    const literal = place.literals.get(text);
    const match = literal && this.#search(literal, segments, at + 1, values);
    if (match !== undefined || place.named === undefined || segment.length > this.#lengthMax) return match;
    return this.#search(place.named, segments, at + 1, [...values, text]);
  }
}

/** A slash at the end makes no difference. */
function segmentsOf(path: string): string[] {
  return path.replace(/^\//, "").replace(/\/$/, "").split("/");
}

function literalPlace<Value>(place: Place<Value>, segment: string): Place<Value> {
  const known = place.literals.get(segment);
  if (known !== undefined) return known;
  const added = { literals: new Map() };
  place.literals.set(segment, added);
  return added;
}

function found<Value>(
  { names, value }: NonNullable<Place<Value>["entry"]>,
  values: readonly string[],
): FoundPath<Value> {
  return { value, params: Object.fromEntries(names.map((name, at) => [name, values[at] ?? ""])) };
}
