import { EventEmitter } from "node:events";
import { expect, it } from "vitest";
import { exposeSdkpp, type PageWindow } from "../../../packages/electron/preload/index.js";
import { HELLO, PORT } from "../../../packages/electron/bridge/channels.js";

class Page extends EventEmitter {
  readonly handed: unknown[][] = [];
  readonly document = { readyState: "loading" };
  readonly location: { origin: string };

  constructor(origin = "https://game.example") {
    super();
    this.location = { origin };
  }

  addEventListener(type: string, listener: (event: never) => void): void {
    this.on(type, listener as never);
  }

  postMessage(...args: unknown[]): void {
    this.handed.push(args);
  }
}

function scene(origin?: string) {
  const window = new Page(origin);
  const sent: string[] = [];
  const ipc = new EventEmitter();
  const ipcRenderer = { send: (channel: string) => sent.push(channel), on: ipc.on.bind(ipc) };
  exposeSdkpp({ ipcRenderer: ipcRenderer as never, window: window as PageWindow });
  return { window, sent, ipc };
}

it("says hello, and hands the port on as soon as the page has loaded", () => {
  const { window, sent, ipc } = scene();
  expect(sent).toEqual([HELLO]);
  ipc.emit(PORT, { ports: ["port 1"] });
  expect(window.handed).toEqual([]);
  window.document.readyState = "complete";
  window.emit("load");
  ipc.emit(PORT, { ports: ["port 2"] });
  expect(window.handed).toEqual([
    [PORT, "https://game.example", ["port 1"]],
    [PORT, "https://game.example", ["port 2"]],
  ]);
});

it("asks for another port when the page itself does", () => {
  const { window, sent } = scene();
  window.emit("message", { source: {}, data: HELLO });
  window.emit("message", { source: window, data: "something else" });
  expect(sent).toEqual([HELLO]);
  window.emit("message", { source: window, data: HELLO });
  expect(sent).toEqual([HELLO, HELLO]);
});

it("hands ports to pages whose origin no text names", () => {
  const { window, ipc } = scene("null");
  window.document.readyState = "complete";
  ipc.emit(PORT, { ports: ["port"] });
  ipc.emit(PORT, { ports: [] });
  expect(window.handed).toEqual([[PORT, "*", ["port"]]]);
});
