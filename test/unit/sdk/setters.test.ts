import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import * as sdk from "../../../lib/index.js";

interface ListedSetter {
  readonly kind: string;
  readonly ts: { readonly name: string; readonly params: readonly { name: string; type: string }[] };
}
type ValueClass = new () => Record<string, (value: unknown) => void>;

const LIST = path.resolve(import.meta.dirname, "../../contract/sdk-api.json");
const { classes } = JSON.parse(fs.readFileSync(LIST, "utf8")) as {
  classes: { ts: string; members: ListedSetter[] }[];
};

/** Every setter of every value object: the class, the setter, its field and the type that it takes. */
const setters = classes.flatMap(({ ts: name, members }) =>
  members
    .filter(({ kind }) => kind === "setter")
    .filter(() => name in sdk && !name.endsWith("Handle") && name !== "Client" && name !== "Call")
    .map(({ ts }): [string, string, string] => [name, ts.name, ts.params[0]!.type]),
);

/** Values that are never of the type, by how the type begins. */
function wrongFor(type: string): unknown[] {
  if (/^string\b/.test(type)) return [5, {}, null];
  if (/^bigint\b/.test(type)) return ["abc", {}, 1.5, null];
  if (/^boolean\b/.test(type)) return [1, "true", null];
  if (/^number\b/.test(type)) return ["5", NaN, {}, null];
  if (/^Record\b/.test(type)) return [5, "x", { key: 5 }];
  if (/\[\]/.test(type)) return [5, {}, [Symbol("no element")]];
  // enums are numbers, the rest are other classes of the package
  return ["x", {}, Symbol("nothing")];
}

describe("a setter with an invalid value", () => {
  it("there are some", () => expect(setters.length).toBeGreaterThan(80));

  it.each(setters)(
    "%s.%s(%s) names the field and the received value, and changes nothing",
    (name, setter, type) => {
      const value = new (sdk as unknown as Record<string, ValueClass>)[name]!();
      const field = setter.slice(3, 4).toLowerCase() + setter.slice(4);
      const before: unknown = value[field];
      for (const wrong of wrongFor(type)) {
        const set = (): void => value[setter]!(wrong);
        expect(set, `${setter}(${String(wrong)})`).toThrow(/expected .*received /s);
        expect(set).toThrow(new RegExp(field, "i"));
        expect(value[field]).toEqual(before);
      }
    },
  );
});
