import { EventEmitter } from "node:events";
import { expect, it } from "vitest";
import { installLaunch, type LaunchOptions } from "../../../packages/electron/main/install-launch.js";

class App extends EventEmitter {
  readonly did: unknown[][] = [];
  readonly #isFirst: boolean;

  constructor(isFirst = true) {
    super();
    this.#isFirst = isFirst;
  }

  requestSingleInstanceLock(): boolean {
    return this.#isFirst;
  }

  quit(): void {
    this.did.push(["quit"]);
  }

  setAsDefaultProtocolClient(...args: unknown[]): boolean {
    this.did.push(["leads", ...args]);
    return true;
  }
}

const JOIN = "discord-1://join?secret=x";
const REDIRECT = "mygame:/authorize/callback?code=c&state=s";

function scene(options: LaunchOptions = {}) {
  const app = new App();
  const launches = installLaunch(app, { argv: ["game"], ...options });
  const told: (readonly string[])[] = [];
  const target = { handleLaunch: (argv: readonly string[]) => told.push(argv) };
  return { app, launches, told, target };
}

it("a second start quits, and starts nothing", () => {
  const app = new App(false);
  const launches = installLaunch(app, { argv: ["game", JOIN], scheme: "mygame" });
  expect(launches.isFirst).toBe(false);
  launches.deliverTo({ handleLaunch: () => expect.fail("it has nothing to tell") });
  expect(app.did).toEqual([["quit"]]);
  expect(app.eventNames()).toEqual([]);
});

it("tells the first start's arguments, a second one's, and what came before anybody listened, in order", () => {
  const second: (readonly string[])[] = [];
  const { app, launches, told, target } = scene({
    argv: ["game", JOIN],
    onSecondInstance: (argv) => second.push(argv),
  });
  expect(launches.isFirst).toBe(true);
  const chromium = ["game", "--allow-file-access-from-files", "--secure-schemes=app", REDIRECT];
  let prevented = 0;
  app.emit("open-url", { preventDefault: () => (prevented += 1) }, "discord-1://");
  app.emit("second-instance", {}, chromium, "/home");
  expect(told).toEqual([]);
  launches.deliverTo(target);
  expect(told).toEqual([["game", JOIN], ["discord-1://"], chromium]);
  app.emit("open-url", { preventDefault: () => (prevented += 1) }, JOIN);
  expect(told.at(-1)).toEqual([JOIN]);
  expect([prevented, second]).toEqual([2, [chromium]]);
});

it("leads a scheme of the game to it, when asked", () => {
  expect(scene().app.did).toEqual([]);
  expect(scene({ scheme: "mygame" }).app.did).toEqual([["leads", "mygame"]]);
});
