// Shared by the programs that run in the Node of another system. The platform runs in a Node of this machine and its
// facts come as a file.
import fs from "node:fs";
import * as sdk from "sdkpp";
import { httpFetch } from "./http-fetch.mjs";

/** An emulated processor is slow. */
const PATIENCE_MS = 60_000;

/** @returns {{ apiBase: string, webBase: string, ca: string, tokens: string[] }} */
export const readFacts = (file) => JSON.parse(fs.readFileSync(file, "utf8"));

/** Waits until `holds`. */
export async function until(what, holds) {
  const end = performance.now() + PATIENCE_MS;
  while (!holds()) {
    if (performance.now() > end) throw new Error(`waited ${PATIENCE_MS} ms for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

export async function enter(facts, index) {
  const client = new sdk.Client(facts.apiBase, facts.webBase, { ca: facts.ca, fetch: httpFetch });
  await client.updateToken(sdk.AuthorizationTokenType.Bearer, facts.tokens[index]);
  client.connect();
  await until("ready", () => client.getStatus() === sdk.Client.Status.Ready);
  const { lobbyId } = await client.createOrJoinLobby("targets");
  return { client, lobbyId };
}

/** Writes a 480 Hz tone over a block. */
export function writeTone(samples) {
  for (let at = 0; at < samples.length; at += 1)
    samples[at] = Math.round(8000 * Math.sin((2 * Math.PI * at) / 100));
}

/** Keeps a call supplied with silence until the timer is cleared. */
export function sendSilence(call) {
  call.openPcmInput(48_000, 1);
  return setInterval(() => call.pushPcm(new Int16Array(960)), 20);
}
