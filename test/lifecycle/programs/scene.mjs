// What the programs of the lifecycle tests share: a platform with two players in a call, in one process.
import { startPlatform } from "@sdkpp/platform";
import * as sdk from "sdkpp";

/** Waits until `holds`, ten seconds at most. */
export async function until(what, holds) {
  const end = performance.now() + 10_000;
  while (!holds()) {
    if (performance.now() > end) throw new Error(`waited in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** A second of a 480 Hz tone as a WAV file. */
export function toneWav() {
  const file = Buffer.alloc(44 + 96_000);
  file.write("RIFF", 0, "latin1");
  file.writeUInt32LE(file.length - 8, 4);
  file.write("WAVEfmt ", 8, "latin1");
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(48_000, 24);
  file.writeUInt32LE(96_000, 28);
  file.writeUInt16LE(2, 32);
  file.writeUInt16LE(16, 34);
  file.write("data", 36, "latin1");
  file.writeUInt32LE(96_000, 40);
  for (let at = 0; at < 48_000; at += 1)
    file.writeInt16LE(Math.round(8000 * Math.sin((2 * Math.PI * at) / 100)), 44 + at * 2);
  return file;
}

export async function enter(facts, index) {
  const client = new sdk.Client(facts.apiBase, facts.webBase, { ca: facts.ca });
  await client.updateToken(sdk.AuthorizationTokenType.Bearer, facts.tokens[index]);
  client.connect();
  await until("ready", () => client.getStatus() === sdk.Client.Status.Ready);
  const { lobbyId } = await client.createOrJoinLobby("room");
  return { client, lobbyId };
}

/** What a player has to know of a platform; goes through a message to a worker. */
export function factsOf(platform) {
  const { apiBase, webBase, ca } = platform.endpoints;
  const { applicationId, userIds } = platform.seeded;
  const scopes = sdk.Client.getDefaultCommunicationScopes();
  const tokens = userIds.map((id) => platform.control.issueTokens(applicationId, id, scopes).access_token);
  return { apiBase, webBase, ca, tokens };
}

/** Two players who hear each other. */
export async function callOfTwo() {
  const platform = await startPlatform();
  const facts = factsOf(platform);
  const ada = await enter(facts, 0);
  const ben = await enter(facts, 1);
  const heard = { blocks: 0 };
  const speaking = ada.client.startCall(ada.lobbyId);
  speaking.playWav(toneWav(), { loop: true });
  const hearing = ben.client.startCallWithAudioCallbacks(
    ben.lobbyId,
    () => void (heard.blocks += 1),
    () => undefined,
  );
  await until("sound", () => heard.blocks > 10);
  return { platform, ada, ben, speaking, hearing, heard };
}
