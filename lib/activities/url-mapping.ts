/** Which address outside stands for a path below an activity's own origin, as the application's URL mappings say. */
export interface UrlMapping {
  /** A path, as in `/api` or `/maps/{region}`. */
  readonly prefix: string;
  /** Host, port and folder without a protocol, as in `api.example.com` or `{region}.example.com/maps`. */
  readonly target: string;
}

/** A mapping that was checked, ready to match addresses. */
export interface ReadMapping {
  readonly prefix: string;
  readonly host: readonly Part[];
  readonly folder: readonly Part[];
}

/** One label of a host, or one part of a path. */
interface Part {
  readonly pattern: RegExp;
  readonly names: readonly string[];
}

const PARAMETER = /\{([A-Za-z][A-Za-z0-9_]*)\}/g;
const SPECIAL = /[.*+?^$()|[\]\\/-]/g;

/**
 * Reads mappings; the most specific target comes first: with more parts, and of as many with fewer parameters.
 * @throws {TypeError} with the name of what is wrong: not a list, no path, no host, a protocol, an unknown parameter
 */
export function readMappings(mappings: readonly UrlMapping[]): ReadMapping[] {
  if (!Array.isArray(mappings)) throw mistake("mappings", "a list", mappings);
  return mappings.map((one, index) => readMapping(`mappings[${String(index)}]`, one)).sort(bySpecificity);
}

/** The path for an address outside; undefined: the mapping is not for it. */
export function pathFor({ prefix, host, folder }: ReadMapping, url: URL): string | undefined {
  const labels = url.host.split(".");
  const segments = url.pathname.slice(1).split("/");
  if (labels.length !== host.length || segments.length < folder.length) return undefined;
  const values = new Map<string, string>();
  const isMatch =
    host.every((part, index) => takes(part, labels[index] ?? "", values)) &&
    folder.every((part, index) => takes(part, segments[index] ?? "", values));
  if (!isMatch) return undefined;
  const start = prefix
    .replace(/\/$/, "")
    .replaceAll(PARAMETER, (_all, name: string) => values.get(name) ?? "");
  const rest = segments.slice(folder.length);
  return rest.length === 0 && start !== "" ? start : `${start}/${rest.join("/")}`;
}

function readMapping(name: string, mapping: unknown): ReadMapping {
  const { prefix, target } = (mapping ?? {}) as Record<string, unknown>;
  if (typeof prefix !== "string" || !prefix.startsWith("/"))
    throw mistake(`${name}.prefix`, "a path that begins with /", prefix);
  if (typeof target !== "string" || !/^[^/]/.test(target)) throw mistake(`${name}.target`, "a host", target);
  if (target.includes("://")) throw mistake(`${name}.target`, "an address without a protocol", target);
  const [host = "", ...folder] = target.replace(/\/$/, "").split("/");
  const read = { prefix, host: host.split(".").map(partOf("i")), folder: folder.map(partOf("")) };
  const known = namesOf(read);
  const unknown = Array.from(prefix.matchAll(PARAMETER), ([, one = ""]) => one).find(
    (one) => !known.includes(one),
  );
  if (unknown !== undefined) throw mistake(`${name}.prefix`, "parameters of the target", `{${unknown}}`);
  return read;
}

/** @param flags `i` in a host, where letters are the same in both sizes */
function partOf(flags: "i" | ""): (text: string) => Part {
  return (text) => {
    const names = Array.from(text.matchAll(PARAMETER), ([, name = ""]) => name);
    const literals = text.split(/\{[A-Za-z][A-Za-z0-9_]*\}/).map((one) => one.replaceAll(SPECIAL, "\\$&"));
    return { pattern: new RegExp(`^${literals.join("([A-Za-z0-9_.-]+)")}$`, flags), names };
  };
}

/** Whether a part is for a text; a parameter that comes twice has one value. */
function takes({ pattern, names }: Part, text: string, values: Map<string, string>): boolean {
  const [, ...found] = pattern.exec(text) ?? [];
  if (!pattern.test(text)) return false;
  return names.every((name, index) => {
    const value = found[index] ?? "";
    if (values.has(name)) return values.get(name) === value;
    values.set(name, value);
    return true;
  });
}

function bySpecificity(left: ReadMapping, right: ReadMapping): number {
  const lengthOf = ({ host, folder }: ReadMapping): number => host.length + folder.length;
  return lengthOf(right) - lengthOf(left) || namesOf(left).length - namesOf(right).length;
}

function namesOf({ host, folder }: ReadMapping): string[] {
  return [...host, ...folder].flatMap(({ names }) => names);
}

function mistake(name: string, expected: string, received: unknown): TypeError {
  const shown = typeof received === "string" ? JSON.stringify(received.slice(0, 100)) : kindOf(received);
  return new TypeError(`${name}: expected ${expected}, received ${shown}`);
}

function kindOf(value: unknown): string {
  return value === null ? "null" : typeof value;
}
