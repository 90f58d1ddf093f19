import { describe, expect, it, test } from "vitest";
import { falsifiedValue } from "../../members/falsified.js";
import { listedMembers, type Member } from "../../members/listed.js";
import { watchMembers } from "../../members/watch.js";

class Box {
  static readonly nullobj = new Box();
  #content = "nothing";
  get content(): string {
    return this.#content;
  }
  setContent(content: string): void {
    this.#content = content;
  }
  clone(): Box {
    const copy = new Box();
    copy.#content = this.#content;
    return copy;
  }
  open(callback?: (result: Box, content: string) => void): Promise<string> | undefined {
    if (callback === undefined) return Promise.resolve(this.#content);
    callback(this, this.#content);
    return undefined;
  }
}

const member = (name: string, change: Partial<Member> = {}): Member => ({
  id: `Box.${name}`,
  type: "Box",
  name,
  isStatic: false,
  isProperty: false,
  isOperation: false,
  isVoid: false,
  kind: "operation",
  ...change,
});
const MEMBERS = [
  member("content", { isProperty: true, kind: "getter" }),
  member("setContent", { kind: "setter", isVoid: true }),
  member("clone", { kind: "constructor" }),
  member("open", { isOperation: true }),
  member("nullobj", { isProperty: true, isStatic: true, kind: "static-field" }),
  member("absent"),
];

/** A class of its own each time, for a watched one stays watched. */
function watched(falsify?: string) {
  const called: string[] = [];
  const OneBox = class extends Box {};
  watchMembers({ Box: OneBox }, MEMBERS, { called: ({ name }) => called.push(name), falsify });
  return { called, OneBox };
}

describe("a witness in front of members", () => {
  it("records the members that tests call, and changes nothing", async () => {
    const { called, OneBox } = watched();
    const box = new OneBox();
    box.setContent("apples");
    expect(box.content).toBe("apples");
    expect(box.clone()).not.toBe(box);
    expect(await box.open()).toBe("apples");
    expect(OneBox.nullobj).toBeInstanceOf(Box);
    expect(called).toEqual(["setContent", "content", "clone", "open", "nullobj"]);
  });

  it("leaves a shared base class unchanged", () => {
    const { called } = watched();
    new Box().setContent("pears");
    expect(called).toEqual([]);
  });

  it("answers falsely for the chosen member only", async () => {
    const setter = new (watched("Box.setContent").OneBox)();
    setter.setContent("apples");
    expect(setter.content).toBe("nothing");
    const getter = new (watched("Box.content").OneBox)();
    expect(getter.content).toBe("nothing?");
    const copied = new (watched("Box.clone").OneBox)();
    expect(copied.clone()).toBe(copied);
    const opened = new (watched("Box.open").OneBox)();
    expect(await opened.open()).toBe("nothing?");
    const told: unknown[] = [];
    void opened.open((_box, content) => told.push(content));
    expect(told).toEqual(["nothing?"]);
  });
});

test.each([
  [true, false],
  [1, 2],
  [1n, 2n],
  ["a", "a?"],
  [undefined, null],
  [[1, 2], [2]],
  [[], [undefined]],
  [{ a: 1 }, { a: 1, falsified: "yes" }],
  [new Date(0), undefined],
])("a falsehood for %s", (truth, falsehood) => {
  expect(falsifiedValue(truth)).toEqual(falsehood);
});

test("every listed member except constructors can be watched", () => {
  const members = listedMembers();
  expect(members).toHaveLength(636 - 16);
  expect(members.filter((one) => one.isOperation).length).toBeGreaterThan(50);
});
