import type { Order } from "./messages.js";
import type { ServePort } from "./serve-calls.js";

/** What is used of a port of Electron's utility processes. */
export interface UtilityPort {
  postMessage(message: unknown): void;
  on(event: "message", listener: (message: { readonly data: unknown }) => void): unknown;
  on(event: "close", listener: () => void): unknown;
  start(): void;
}

/** What leads an Electron utility process to its parent: `process.parentPort`. */
export interface ParentPort {
  once(event: "message", listener: (message: { readonly ports: readonly UtilityPort[] }) => void): unknown;
}

/** The channel of a forked process, which ends with its parent. */
export function forkChannel(): ServePort {
  process.on("disconnect", () => process.exit());
  return {
    // a supervisor that has just ended hears nothing; "disconnect" follows
    send: (report, sent = () => undefined) => void process.send?.(report, undefined, undefined, sent),
    onMessage: (listener) => void process.on("message", (order) => listener(order as Order)),
  };
}

/** The port that the parent of a utility process hands it; the process ends with the other end. */
export function portChannel(port: UtilityPort): ServePort {
  port.on("close", () => process.exit());
  return {
    send(report, sent) {
      port.postMessage(report);
      // what is posted is out of reach, whatever becomes of this process
      if (sent !== undefined) setImmediate(sent);
    },
    onMessage(listener) {
      port.on("message", ({ data }) => listener(data as Order));
      port.start();
    },
  };
}
