// Electron's windows, pages and frames, as far as main sees them.
import { EventEmitter } from "node:events";
import { HELLO } from "../../../packages/electron/bridge/channels.js";
import type {
  FramePart,
  PortMain,
  WebContentsPart,
  WindowPart,
} from "../../../packages/electron/main/electron-parts.js";

/** What main posted to a frame. */
interface Posted {
  readonly channel: string;
  readonly ports: readonly PortMain[];
}

/** A frame with a document. */
export class StandInFrame extends EventEmitter<{ posted: [Posted] }> implements FramePart {
  readonly posted: Posted[] = [];
  detached = false;
  isOver = false;
  readonly url: string;
  readonly origin: string;
  readonly parent: StandInFrame | null;

  constructor(
    url: string,
    { origin, parent = null }: { origin?: string; parent?: StandInFrame | null } = {},
  ) {
    super();
    this.url = url;
    this.parent = parent;
    const made = new URL(url);
    this.origin = origin ?? (made.origin === "null" ? `${made.protocol}//${made.host}` : made.origin);
  }

  isDestroyed(): boolean {
    return this.isOver;
  }

  postMessage(channel: string, _message: unknown, transfer: PortMain[] = []): void {
    if (this.isOver) throw new Error("Render frame was disposed before WebFrameMain could be accessed");
    const posted = { channel, ports: transfer };
    this.posted.push(posted);
    this.emit("posted", posted);
  }
}

class StandInContents extends EventEmitter {
  readonly ipc = new EventEmitter();
}

/** A window whose page is a frame of the test. */
export class StandInWindow implements WindowPart {
  readonly webContents: WebContentsPart & StandInContents = new StandInContents() as never;
  frame: StandInFrame;

  constructor(url = "app://launcher/index.html") {
    this.frame = new StandInFrame(url);
  }

  /** A frame's preload says hello; default: that of the main frame. */
  sayHello(senderFrame: FramePart | null = this.frame): void {
    this.webContents.ipc.emit(HELLO, { senderFrame });
  }

  /** The main frame goes to another document. */
  navigate(url: string, facts: { isMainFrame?: boolean; isSameDocument?: boolean } = {}): void {
    const { isMainFrame = true, isSameDocument = false } = facts;
    this.webContents.emit("did-start-navigation", { isMainFrame, isSameDocument });
    if (!isMainFrame || isSameDocument) return;
    this.frame.isOver = true;
    this.frame = new StandInFrame(url);
  }

  /** How many listeners main has. */
  get listeners(): number {
    const { webContents } = this;
    const counted = [webContents, webContents.ipc].flatMap((one) =>
      one.eventNames().map((name) => one.listenerCount(name)),
    );
    return counted.reduce((sum, count) => sum + count, 0);
  }
}
