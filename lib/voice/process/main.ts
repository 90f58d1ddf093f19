// The program of a voice process. Its supervisor forks it, and it ends with that.
import type { Order } from "./messages.js";
import { serveCalls } from "./serve-calls.js";

// Ctrl+C reaches every process of a terminal; the supervisor decides when this one ends.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => undefined);
process.on("disconnect", () => process.exit());

serveCalls({
  // a supervisor that has just ended hears nothing; "disconnect" follows
  send: (report, sent = () => undefined) => void process.send?.(report, undefined, undefined, sent),
  onMessage: (listener) => void process.on("message", (order) => listener(order as Order)),
});
