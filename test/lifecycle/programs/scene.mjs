// Shared by the programs of the lifecycle tests: a platform with two players in a call, in one process.
import { startPlatform } from "@sdkpp/platform";
import * as sdk from "sdkpp";
import { toneWav } from "../../support/tone-wav.mjs";

/** Waits until `holds`, ten seconds at most. */
export async function until(what, holds) {
  const end = performance.now() + 10_000;
  while (!holds()) {
    if (performance.now() > end) throw new Error(`waited in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

export async function enter(facts, index) {
  const client = new sdk.Client(facts.apiBase, facts.webBase, { ca: facts.ca });
  await client.updateToken(sdk.AuthorizationTokenType.Bearer, facts.tokens[index]);
  client.connect();
  await until("ready", () => client.getStatus() === sdk.Client.Status.Ready);
  const { lobbyId } = await client.createOrJoinLobby("room");
  return { client, lobbyId };
}

/** Facts of a platform that a player needs; goes through a message to a worker. */
export function factsOf(platform) {
  const { apiBase, webBase, ca } = platform.endpoints;
  const { applicationId, userIds } = platform.seeded;
  const scopes = sdk.Client.getDefaultCommunicationScopes();
  const tokens = userIds.map((id) => platform.control.tokens.issue(applicationId, id, scopes).access_token);
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
