// Lines that scroll, a meter below them, and keys. Without a terminal, as in a test, there is no meter, and keys come from a pipe.
import readline from "node:readline";

const WIDTH = 40;
/** The quietest level that the meter shows, dBFS. */
const LEAST = -60;

export class Screen {
  #level = -100;

  say(text) {
    this.#clear();
    console.log(text);
  }

  /** @param isSent whether others hear it */
  meter(dbfs, isSent) {
    this.#level = dbfs;
    if (!process.stdout.isTTY) return;
    const share = Math.min(Math.max(1 - dbfs / LEAST, 0), 1);
    const bar = (isSent ? "#" : "-").repeat(Math.round(share * WIDTH)).padEnd(WIDTH);
    this.#clear();
    process.stdout.write(`[${bar}] ${dbfs.toFixed(0)} dBFS`);
  }

  sayLevel() {
    this.say(`level: ${this.#level.toFixed(0)} dBFS`);
  }

  /** @param actions what to do at each key; "q" is also done by Control-C and at the end of the input */
  onKey(actions) {
    readline.emitKeypressEvents(process.stdin);
    if (process.stdin.isTTY) process.stdin.setRawMode(true);
    process.stdin.on("keypress", (text, { name, ctrl }) => actions[ctrl && name === "c" ? "q" : text]?.());
    process.stdin.on("end", () => actions.q());
    process.stdin.resume();
  }

  close() {
    this.#clear();
    if (process.stdin.isTTY) process.stdin.setRawMode(false);
    process.stdin.destroy();
  }

  #clear() {
    if (!process.stdout.isTTY) return;
    readline.cursorTo(process.stdout, 0);
    readline.clearLine(process.stdout, 0);
  }
}
