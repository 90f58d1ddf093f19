import { fork } from "node:child_process";
import { EventEmitter, once } from "node:events";
import { expect, it } from "vitest";
import { endProcess } from "../../../packages/electron/main/end-process.js";
import type { UtilityProcessPart } from "../../../packages/electron/main/electron-parts.js";

/** A program that no polite signal ends, and that stands still. */
const STUBBORN =
  'data:text/javascript,process.on("SIGTERM",()=>{});process.send("up");setInterval(()=>{for(;;);},1)';

class Spawned extends EventEmitter {
  pid: number | undefined;
  kills = 0;

  postMessage(): void {
    // nothing is told to it
  }

  kill(): boolean {
    this.kills += 1;
    return this.pid !== undefined;
  }
}

const asPart = (one: Spawned): UtilityProcessPart => one;

it("ends one that stands still, also before it has begun", async () => {
  const program = ["-e", `import(${JSON.stringify(STUBBORN)})`];
  const child = fork(program[1]!, [], { execArgv: [program[0]!] });
  await once(child, "message");
  const ended = once(child, "exit");
  const part = new Spawned();
  endProcess(asPart(part));
  expect(child.exitCode).toBeNull();
  part.pid = child.pid;
  part.emit("spawn");
  expect(await ended).toEqual([null, "SIGKILL"]);
});

it("leaves one that has ended to Electron", async () => {
  const child = fork("0", [], { execArgv: ["-e"] });
  await once(child, "exit");
  const part = new Spawned();
  part.pid = child.pid;
  endProcess(asPart(part));
  expect(part.kills).toBe(1);
});
