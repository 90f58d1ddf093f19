import { expect, it } from "vitest";
import { Emitter } from "../../../lib/call/emitter.js";

interface Events {
  said: (word: string) => void;
  left: () => void;
}

function emitter(): { events: Emitter<Events>; heard: string[]; failures: string[] } {
  const failures: string[] = [];
  const events = new Emitter<Events>((event, error) => failures.push(`${event}: ${String(error)}`));
  return { events, heard: [], failures };
}

it("gives a function twice what it was given twice, and takes it back once", () => {
  const { events, heard } = emitter();
  const listener = (word: string): void => void heard.push(word);
  const first = events.on("said", listener);
  const second = events.on("said", listener);
  events.emit("said", "a");
  first.dispose();
  first.dispose();
  events.emit("said", "b");
  second[Symbol.dispose]();
  events.emit("said", "c");
  expect(heard).toEqual(["a", "a", "b"]);
  expect(events.has("said")).toBe(false);
});

it("takes a function back by itself, its newest subscription first", () => {
  const { events, heard } = emitter();
  const listener = (word: string): void => void heard.push(word);
  const first = events.on("said", listener);
  events.on("said", listener);
  events.off("said", () => undefined);
  events.off("said", listener);
  events.emit("said", "a");
  first.dispose();
  events.off("said", listener);
  events.emit("said", "b");
  expect(heard).toEqual(["a"]);
});

it("reports a listener that throws, and goes on with the others", () => {
  const { events, heard, failures } = emitter();
  events.on("said", () => {
    throw new Error("no");
  });
  events.on("said", (word) => heard.push(word));
  events.emit("said", "a");
  expect(heard).toEqual(["a"]);
  expect(failures).toEqual(["said: Error: no"]);
});

it("reaches those who listened when the event came, whatever they do", () => {
  const { events, heard } = emitter();
  events.on("said", () => {
    last.dispose();
    events.on("said", (word) => heard.push(`new ${word}`));
  });
  const last = events.on("said", (word) => heard.push(word));
  events.emit("said", "a");
  expect(heard).toEqual(["a"]);
  events.clear();
  expect(events.has("said")).toBe(false);
  last.dispose();
  events.emit("said", "b");
  events.emit("left");
  expect(heard).toEqual(["a"]);
});
