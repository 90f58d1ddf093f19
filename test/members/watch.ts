import path from "node:path";
import { falsifiedCall, falsifiedValue } from "./falsified.js";
import type { Member } from "./listed.js";

type Exports = Readonly<Record<string, unknown>>;
type Exported = abstract new (...args: never[]) => object;

/** Behaviour of a watched member: `undefined` leaves it as it is. */
export interface Watch {
  /** A test, and not the package itself, called or read the member. */
  called(member: Member): void;
  /** The one member that answers tests falsely. */
  readonly falsify?: string | undefined;
}

const root = path.resolve(import.meta.dirname, "../..");
const OWN_CODE = [`${root}/lib/`, `${root}/dist/`];

/** Puts a witness in front of every listed member that `sdk` exports. */
export function watchMembers(sdk: Exports, members: readonly Member[], watch: Watch): void {
  for (const member of members) {
    const type = sdk[member.type];
    if (typeof type === "function") watchOne(type as Exported, member, watch);
  }
}

/** On the class itself, where it may be inherited from a base that others share. */
function watchOne(type: Exported, member: Member, watch: Watch): void {
  const place: object = member.isStatic ? type : (type.prototype as object);
  const found = descriptorOf(place, member.name);
  if (found === undefined) return;
  const isFalse = watch.falsify === member.id;
  const configurable = true;
  if (member.isProperty) {
    const get = function (this: unknown): unknown {
      const value: unknown = found.get === undefined ? found.value : Reflect.apply(found.get, this, []);
      if (!isCalledByTest()) return value;
      watch.called(member);
      return isFalse ? falsifiedValue(value) : value;
    };
    const { set } = found;
    Object.defineProperty(place, member.name, { get, ...(set === undefined ? {} : { set }), configurable });
    return;
  }
  const original = found.value as (...args: unknown[]) => unknown;
  const value = function (this: unknown, ...args: unknown[]): unknown {
    if (!isCalledByTest()) return Reflect.apply(original, this, args);
    watch.called(member);
    return isFalse
      ? falsifiedCall(member, original, this, args)
      : (Reflect.apply(original, this, args) as unknown);
  };
  Object.defineProperty(place, member.name, { value, configurable, writable: true });
}

function descriptorOf(object: object, name: string): PropertyDescriptor | undefined {
  for (let at: object | null = object; at !== null; at = Object.getPrototypeOf(at) as object | null) {
    const found = Object.getOwnPropertyDescriptor(at, name);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The package calls its own members, too; that proves nothing. */
function isCalledByTest(): boolean {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 8;
  const frames = (new Error("where").stack ?? "").split("\n").slice(3);
  Error.stackTraceLimit = stackTraceLimit;
  const caller = frames.find((frame) => !frame.includes("<anonymous>") && !frame.includes("node:internal"));
  return caller === undefined || !OWN_CODE.some((folder) => caller.includes(folder));
}
