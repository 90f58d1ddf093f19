import { expect, it } from "vitest";
import { Running, startWhole } from "../../../platform/assembly/running.js";

/** A part that notes its end. */
const part = (name: string, ended: string[], failure?: Error) => ({
  stop: () => {
    ended.push(name);
    return failure === undefined ? undefined : Promise.reject(failure);
  },
});

it("parts stop in the reverse order, each once, even when others fail; the first failure is thrown", async () => {
  const ended: string[] = [];
  const running = new Running();
  const first = part("folder", ended, new Error("second failure"));
  expect(running.keep(first)).toBe(first);
  running.keep(part("voice", ended, new Error("first failure")));
  running.add(() => void ended.push("sockets"));
  await expect(running.stop()).rejects.toThrow("first failure");
  expect(ended).toEqual(["sockets", "voice", "folder"]);
  await running.stop();
  expect(ended).toHaveLength(3);
});

it("a start that fails half-way stops what runs, and says why it failed even when something fails to stop", async () => {
  const ended: string[] = [];
  const lines: string[] = [];
  const start = (running: Running) => {
    running.keep(part("folder", ended));
    running.keep(part("voice", ended, new Error("no answer")));
    return Promise.reject(new Error("the port is in use"));
  };
  await expect(startWhole(start, (line) => void lines.push(line))).rejects.toThrow("the port is in use");
  expect(ended).toEqual(["voice", "folder"]);
  expect(lines).toEqual(["a failed start: Error: no answer"]);
});
