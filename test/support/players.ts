import { AuthorizationTokenType, Client, type ClientHostOptions } from "sdkpp";
import type { Platform } from "@sdkpp/platform";
import { waitFor } from "./wait-for.js";

export interface Player {
  readonly client: Client;
  readonly userId: bigint;
  readonly lobbyId: bigint;
  readonly logs: string[];
}

/** Logs a seeded user in and brings the player into the lobby with this secret. */
export async function enterLobby(
  platform: Platform,
  userId: string,
  secret = "room",
  host: ClientHostOptions = {},
): Promise<Player> {
  const { endpoints, seeded, control } = platform;
  const client = new Client(endpoints.apiBase, endpoints.webBase, { ca: endpoints.ca, ...host });
  const logs: string[] = [];
  client.addLogCallback((message) => logs.push(message), 1);
  client.addVoiceLogCallback((message) => logs.push(message), 1);
  const tokens = control.issueTokens(seeded.applicationId, userId, Client.getDefaultCommunicationScopes());
  await client.updateToken(AuthorizationTokenType.Bearer, tokens.access_token);
  client.connect();
  await waitFor(`${userId} to be ready`, () => client.getStatus() === Client.Status.Ready);
  const { lobbyId } = await client.createOrJoinLobby(secret);
  return { client, userId: BigInt(userId), lobbyId, logs };
}
