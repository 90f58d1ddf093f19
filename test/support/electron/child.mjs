// Loaded before the program of a process that stands in for a utility process (`--import`): gives it `process.parentPort`, over the fork's channel.
import { EventEmitter } from "node:events";
import { StandInPort } from "./ports.mjs";

const send = process.send.bind(process);
// a utility process has none
process.send = undefined;
process.on("disconnect", () => process.exit());

class ParentPort extends EventEmitter {
  #isStarted = false;

  constructor() {
    super();
    // what has no listener yet, waits
    this.on("newListener", (name) => {
      if (name !== "message" || this.#isStarted) return;
      this.#isStarted = true;
      process.on("message", ({ data, places }) =>
        this.emit("message", { data, ports: places.map((place) => new StandInPort(place)) }),
      );
    });
  }

  postMessage(message) {
    send(message, undefined, undefined, () => undefined);
  }
}

process.parentPort = new ParentPort();
