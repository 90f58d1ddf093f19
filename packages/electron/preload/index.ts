/** The door of preload scripts: it hands the page its port, and nothing else. */
import { HELLO, PORT } from "../bridge/channels.js";

/** The part of Electron's `ipcRenderer` that is used. */
export interface IpcRendererPart {
  send(channel: string): void;
  on(channel: string, listener: (event: { readonly ports: readonly object[] }) => void): unknown;
}

/** The part of the page's window that is used. */
export interface PageWindow {
  readonly document: { readonly readyState: string };
  readonly location: { readonly origin: string };
  addEventListener(
    type: "message",
    listener: (event: { readonly source: unknown; readonly data: unknown }) => void,
  ): void;
  addEventListener(type: "load", listener: () => void, options: { once: true }): void;
  postMessage(message: unknown, targetOrigin: string, transfer: object[]): void;
}

/** The options of a preload script. */
export interface ExposeOptions {
  /** of Electron: `import { ipcRenderer } from "electron"` */
  readonly ipcRenderer: IpcRendererPart;
  /** replaces the window of the page, for tests */
  readonly window?: PageWindow;
}

/**
 * Asks main for the page's port and hands it on. Whether the page may have one, and what it may do with it, is decided where it cannot be forged:
 * by `attachWindow` in main, and in the process of the client. Works in a sandboxed preload script, which has to be bundled.
 * @example
 * import { ipcRenderer } from "electron";
 * import { exposeSdkpp } from "@sdkpp/electron/preload";
 * exposeSdkpp({ ipcRenderer });
 */
export function exposeSdkpp({ ipcRenderer, window = ownWindow() }: ExposeOptions): void {
  ipcRenderer.on(PORT, ({ ports: [port] }) => {
    if (port !== undefined) whenLoaded(window, () => window.postMessage(PORT, targetOf(window), [port]));
  });
  // A page whose port has closed, by a download for example, asks for another one.
  window.addEventListener("message", ({ source, data }) => {
    if (source === window && data === HELLO) ipcRenderer.send(HELLO);
  });
  ipcRenderer.send(HELLO);
}

/** Before that, the page's script may not listen yet, and a port that nobody takes is lost. */
function whenLoaded(window: PageWindow, hand: () => void): void {
  if (window.document.readyState === "complete") hand();
  else window.addEventListener("load", hand, { once: true });
}

/** Pages of files and of schemes that Chromium does not know have an origin that no text names; only this window hears it anyway. */
function targetOf({ location: { origin } }: PageWindow): string {
  return origin.startsWith("http") ? origin : "*";
}

const ownWindow = (): PageWindow => (globalThis as unknown as { readonly window: PageWindow }).window;
