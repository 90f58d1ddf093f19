// The program of the utility process that has the player's client.
import { parentPort } from "./parent-port.js";
import { serveSocial } from "./social-program.js";

// Ctrl+C reaches every process of a terminal; main decides when this one ends.
process.on("SIGINT", () => undefined);

serveSocial(parentPort());
