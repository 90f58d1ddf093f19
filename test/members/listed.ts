import fs from "node:fs";
import path from "node:path";

/** A member as the list of the C++ SDK's members gives it. */
export interface Member {
  /** `Client.connect`; both members of a pair of overloads share it. */
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly isStatic: boolean;
  /** A property that is read: an accessor, or a static field. */
  readonly isProperty: boolean;
  /** Ends with a callback, or gives a Promise. */
  readonly isOperation: boolean;
  /** Gives nothing: what it is called for is what it does. */
  readonly isVoid: boolean;
  /** As listed: `setter`, `operator`, … */
  readonly kind: string;
}

interface ListedMember {
  readonly kind: string;
  readonly ts: {
    readonly form: string;
    readonly name: string;
    readonly signature: string;
    readonly promise?: unknown;
  };
}

interface ListedClass {
  readonly ts: string;
  readonly members: readonly ListedMember[];
}

const LIST = path.resolve(import.meta.dirname, "../contract/sdk-api.json");

/** All that can be called or read by name: constructors cannot be watched from outside. */
export function listedMembers(): Member[] {
  const { classes } = JSON.parse(fs.readFileSync(LIST, "utf8")) as { classes: ListedClass[] };
  return classes.flatMap(({ ts: type, members }) =>
    members
      .filter(({ ts }) => ts.form !== "constructor")
      .map(({ kind, ts }) => ({
        id: `${type}.${ts.name}`,
        type,
        name: ts.name,
        isStatic: ts.signature.startsWith("static "),
        isProperty: !ts.signature.includes("("),
        isOperation: ts.promise !== undefined && ts.promise !== null && ts.promise !== false,
        isVoid: ts.signature.endsWith("): void"),
        kind,
      })),
  );
}
