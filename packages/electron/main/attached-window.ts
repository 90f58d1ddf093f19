import type { Allowed } from "sdkpp/surface";
import { HELLO, PORT } from "../bridge/channels.js";
import type {
  ChannelMain,
  FramePart,
  FromFrame,
  NavigationStart,
  PortMain,
  WebContentsPart,
  WindowPart,
} from "./electron-parts.js";
import { mayHavePort, type AskingFrame } from "./page-access.js";

/** Who serves pages. */
export interface Pages {
  /** @param page names it, until it leaves */
  attach(page: number, port: PortMain, allow: readonly Allowed[]): void;
  leave(page: number): void;
}

export interface AttachedParts {
  readonly window: WindowPart;
  readonly allow: readonly Allowed[];
  readonly origins: readonly string[];
  readonly pages: Pages;
  readonly openChannel: () => ChannelMain;
  readonly nextPage: () => number;
  /** A frame was sent away. */
  readonly refused: (reason: string, url: string) => void;
  readonly detached: () => void;
}

/** A window whose page gets a port whenever it may have one. */
export class AttachedWindow {
  readonly #parts: AttachedParts;
  /** undefined: destroyed, or detached */
  #contents: WebContentsPart | undefined;
  #page: { readonly id: number; readonly frame: FramePart } | undefined;

  constructor(parts: AttachedParts) {
    this.#parts = parts;
    const { webContents } = parts.window;
    this.#contents = webContents;
    webContents.ipc.on(HELLO, this.#hello);
    webContents.on("did-start-navigation", this.#navigation);
    webContents.on("render-process-gone", this.#leave);
    webContents.on("destroyed", this.#destroyed);
  }

  /** Who serves pages is another one now: the page gets another port. */
  renew(): void {
    const page = this.#page;
    this.#page = undefined;
    if (page !== undefined) this.#letIn(page.frame);
  }

  /** Ends it. Nothing happens for a window that is destroyed. */
  detach(): void {
    const contents = this.#contents;
    if (contents === undefined) return;
    contents.ipc.removeListener(HELLO, this.#hello);
    contents.removeListener("did-start-navigation", this.#navigation);
    contents.removeListener("render-process-gone", this.#leave);
    contents.removeListener("destroyed", this.#destroyed);
    this.#destroyed();
  }

  readonly #destroyed = (): void => {
    // what is destroyed throws whatever it is asked
    this.#contents = undefined;
    this.#leave();
    this.#parts.detached();
  };

  readonly #hello = ({ senderFrame }: FromFrame): void => this.#letIn(senderFrame);

  readonly #navigation = ({ isMainFrame, isSameDocument }: NavigationStart): void => {
    if (isMainFrame && !isSameDocument) this.#leave();
  };

  readonly #leave = (): void => {
    const page = this.#page;
    this.#page = undefined;
    if (page !== undefined) this.#parts.pages.leave(page.id);
  };

  #letIn(frame: FramePart | null): void {
    const { allow, origins, pages, openChannel, nextPage, refused } = this.#parts;
    const verdict = mayHavePort(frame && factsOf(frame), origins);
    if (!verdict.allowed) return refused(verdict.reason, frame === null ? "" : addressOf(frame));
    if (frame === null) return;
    this.#leave();
    const id = nextPage();
    this.#page = { id, frame };
    const { port1, port2 } = openChannel();
    pages.attach(id, port1, allow);
    frame.postMessage(PORT, null, [port2]);
  }
}

/** Of a frame that is gone, Electron says nothing more. */
function factsOf(frame: FramePart): AskingFrame | null {
  if (frame.isDestroyed()) return null;
  const { url, origin, parent, detached } = frame;
  return { url, origin, parent, detached, isDestroyed: false };
}

const addressOf = (frame: FramePart): string => (frame.isDestroyed() ? "" : frame.url);
