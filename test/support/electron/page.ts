// A page in a window of the stand-in, which takes the ports that it is given and speaks the bridge's words.
import type { FromPage, ToPage } from "../../../packages/electron/bridge/messages.js";
import type { PortMain } from "../../../packages/electron/main/electron-parts.js";
import { waitFor } from "../wait-for.js";
import { StandInWindow } from "./windows.js";

/** A page that asks by hand. */
export class HandPage {
  readonly window: StandInWindow;
  readonly heard: ToPage[] = [];
  /** how many ports it got */
  ports = 0;
  /** how many of them have closed */
  closed = 0;
  #port: PortMain | undefined;
  #last = 0;

  constructor(window = new StandInWindow()) {
    this.window = window;
    window.frame.on("posted", ({ ports: [port] }) => {
      if (port !== undefined) this.#take(port);
    });
  }

  async ported(count = 1): Promise<void> {
    await waitFor(`${String(count)} ports`, () => this.ports >= count);
  }

  /** Calls an operation. @returns how it ended */
  async call(name: string, ...args: unknown[]): Promise<ToPage> {
    const id = (this.#last += 1);
    this.post({ type: "call", id, name, args, deadlineMs: 20_000 });
    const find = (): ToPage | undefined =>
      this.heard.find((one) => (one.type === "done" || one.type === "failed") && one.id === id);
    await waitFor(`the answer to ${name}`, () => find() !== undefined);
    return find()!;
  }

  post(message: FromPage): void {
    this.#port?.postMessage(message);
  }

  #take(port: PortMain): void {
    this.#port = port;
    this.ports += 1;
    port.on("message", ({ data }) => this.heard.push(data as ToPage));
    port.on("close", () => (this.closed += 1));
    port.start();
  }
}
