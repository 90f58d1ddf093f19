// A page with the package's own renderer, in a window of the stand-in.
import { Social } from "../../../packages/electron/renderer/index.js";
import type { ToPage } from "../../../packages/electron/bridge/messages.js";
import type { Port } from "../../../packages/electron/bridge/port.js";
import { COLLECTIONS, type Allowed, type CollectionName } from "sdkpp/surface";
import { pagePortOf } from "../../../packages/electron/process/ports.js";
import type { Social as MainSocial } from "@sdkpp/electron/main";
import { ORIGIN } from "./launcher.js";
import { StandInWindow } from "./windows.js";

/** A page that mirrors the state. */
export class MirroringPage {
  readonly social = new Social({ nextFrame: (task) => void setImmediate(task) });
  /** whole states that it was sent */
  snapshots = 0;
  readonly #detach: () => void;

  constructor(main: MainSocial, allow: readonly Allowed[]) {
    const window = new StandInWindow();
    window.frame.on("posted", ({ ports: [port] }) => {
      if (port !== undefined) this.social.use(this.#counted(pagePortOf(port)));
    });
    this.#detach = main.attachWindow(window, { allow, origins: [ORIGIN] });
    window.sayHello();
  }

  /** All that it holds, in the order of keys. */
  get state(): string {
    const names = Object.keys(COLLECTIONS) as CollectionName[];
    const sorted = names.map((name) => [...this.social.state.all(name)].sort(([a], [b]) => (a < b ? -1 : 1)));
    return JSON.stringify(sorted);
  }

  close(): void {
    this.#detach();
    this.social.close();
  }

  #counted(port: Port): Port {
    const count = (message: ToPage): void => {
      if (message.type === "snapshot" && message.version !== undefined) this.snapshots += 1;
    };
    return {
      ...port,
      onMessage: (listener) =>
        port.onMessage((message) => {
          count(message as ToPage);
          listener(message);
        }),
    };
  }
}
