// What `import "electron"` gives the launcher's preload script in Chromium: the channel to main, which bindings of the page stand in for.
import { fromText, toText } from "../../../../packages/electron/bridge/socket-text.js";

interface Bindings {
  /** the page says something to main */
  readonly standInSend: (channel: string) => Promise<void>;
  /** a port of the page says something */
  readonly standInSaid: (port: number, text: string) => Promise<void>;
}

const bindings = globalThis as unknown as Bindings;
const listeners = new Map<string, (event: { ports: readonly object[] }) => void>();
const ports = new Map<number, MessagePort>();

export const ipcRenderer = {
  send: (channel: string) => whenParsed(() => void bindings.standInSend(channel)),
  on: (channel: string, listener: (event: { ports: readonly object[] }) => void) =>
    listeners.set(channel, listener),
};

/** Before that, what the test evaluates may still be evaluated in the document before. */
function whenParsed(task: () => void): void {
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", task, { once: true });
  else task();
}

/** What the test calls in the page. */
export const standIn = {
  /** A port of main arrives. */
  arrive(channel: string, id: number): void {
    const { port1, port2 } = new MessageChannel();
    ports.set(id, port1);
    port1.onmessage = ({ data }: MessageEvent) => void bindings.standInSaid(id, toText(data));
    listeners.get(channel)?.({ ports: [port2] });
  },
  hear(id: number, text: string): void {
    ports.get(id)?.postMessage(fromText(text));
  },
  close(id: number): void {
    ports.get(id)?.close();
  },
};

Object.assign(globalThis, { standIn });
