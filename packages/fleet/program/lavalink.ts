import { startLavalink } from "../lavalink/door.js";
import { namedFile } from "./named-file.js";
import { givenPassword } from "./password.js";

/** The options of the command line. */
export interface LavalinkWords {
  readonly port: string;
  readonly host: string;
  readonly listenOutside?: boolean;
  readonly passwordFile?: string;
  readonly media?: string[];
  readonly allowPrivate?: boolean;
  readonly ca?: string;
  readonly json?: boolean;
}

/** Runs a node until the process is told to end. @throws Error in words for whoever started it */
export async function runLavalink(words: LavalinkWords): Promise<void> {
  const { host, listenOutside = false, media = [], allowPrivate = false, ca } = words;
  const door = await startLavalink({
    password: await givenPassword(words.passwordFile, process.env),
    port: portOf(words.port),
    host,
    listenOutside,
    media,
    allowPrivate,
    ...(ca === undefined ? {} : { ca: await namedFile("--ca", ca) }),
  });
  const address = `http://${host.includes(":") ? `[${host}]` : host}:${String(door.port)}`;
  console.log(
    words.json === true ? JSON.stringify({ address, port: door.port }) : `Lavalink clients: ${address}`,
  );
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void door.close());
}

/** @throws Error with the word that was given */
function portOf(word: string): number {
  if (/^\d{1,5}$/.test(word)) return Number(word);
  throw new Error(`--port: expected a whole number, 0 to 65535, received ${word}`);
}
