import fs from "node:fs/promises";
import { startLavalink } from "../lavalink/door.js";
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
    port: Number(words.port),
    host,
    listenOutside,
    media,
    allowPrivate,
    ...(ca === undefined ? {} : { ca: await fs.readFile(ca, "utf8") }),
  });
  const address = `http://${host.includes(":") ? `[${host}]` : host}:${String(door.port)}`;
  console.log(
    words.json === true ? JSON.stringify({ address, port: door.port }) : `Lavalink clients: ${address}`,
  );
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void door.close());
}
