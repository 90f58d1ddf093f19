import { expect, it } from "vitest";
import { listMutants } from "../../../scripts/mutants/list.mjs";
import { weave } from "../../../scripts/mutants/weave.mjs";

const SOURCE = `const LIMIT_MAX = 3;
export function admit(list, age) {
  if (age >= LIMIT_MAX && list !== undefined) list.push({ age, ...{ seen: true } });
  else list.pop();
  return list.filter((one) => one.age > 4);
}`;

interface Mutant {
  readonly id: number;
  readonly kind: string;
  readonly text: string;
}
const mutants: Mutant[] = (listMutants("admit.ts", SOURCE) as Omit<Mutant, "id">[]).map((one, at) => ({
  ...one,
  id: at + 1,
}));
const woven = weave(SOURCE, mutants).replace("export function", "return function");
const admit = new Function(woven)() as (list: object[] | undefined, age: number) => object[];
const switches = globalThis as { sdkppMutant?: number };

/** What the function gives while the mutant is on. */
function under(kind: string, text: string): unknown {
  switches.sdkppMutant = mutants.find((one) => one.kind === kind && one.text === text)?.id ?? Number.NaN;
  try {
    return admit([{ age: 4 }], 5);
  } finally {
    delete switches.sdkppMutant;
  }
}

it("a woven source does as before until a mutant is on", () => {
  expect(admit([{ age: 4 }], 5)).toEqual([{ age: 5, seen: true }]);
  expect(admit([{ age: 9 }], 1)).toEqual([]);
  expect(under("negate", "age >= LIMIT_MAX && list !== undefined")).toEqual([]);
  expect(under("comparison", "list !== undefined")).toEqual([]);
  expect(under("plus one", "LIMIT_MAX")).toEqual([{ age: 5, seen: true }]);
  expect(under("drop", "list.push({ age, ...{ seen: true } });")).toEqual([]);
  expect(under("drop", "...{ seen: true }")).toEqual([{ age: 5 }]);
  expect(under("unwrap", "list.filter((one) => one.age > 4)")).toHaveLength(2);
  expect(under("plus one", "4")).toEqual([]);
});

it("constants of a module, types and heads of loops are left alone", () => {
  const others = "type A = 5 | 6; const MOST = 7; function f() { for (let n = 0; n < 9; n += 1); }";
  expect(listMutants("others.ts", others)).toEqual([]);
});
