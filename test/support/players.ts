import { AuthorizationTokenType, Client, type ClientHostOptions } from "sdkpp";
import type { Platform } from "@sdkpp/platform";
import { waitFor } from "./wait-for.js";

export interface Player {
  readonly client: Client;
  readonly userId: bigint;
  readonly lobbyId: bigint;
  readonly logs: string[];
}

export interface SignIn {
  readonly scopes?: string;
  /** default: the seeded game */
  readonly applicationId?: string;
  readonly host?: ClientHostOptions;
  /** Runs before the client connects: sets callbacks and registers cleanup. */
  readonly prepare?: (client: Client) => unknown;
}

/** Creates a client of this user. @returns when it is ready */
export async function signIn(platform: Platform, userId: string, more: SignIn = {}): Promise<Client> {
  const { endpoints, seeded, control } = platform;
  const { scopes = Client.getDefaultCommunicationScopes(), applicationId = seeded.applicationId } = more;
  const client = new Client(endpoints.apiBase, endpoints.webBase, { ca: endpoints.ca, ...more.host });
  more.prepare?.(client);
  const tokens = control.tokens.issue(applicationId, userId, scopes);
  await client.updateToken(AuthorizationTokenType.Bearer, tokens.access_token);
  client.connect();
  await waitFor(`${userId} to be ready`, () => client.getStatus() === Client.Status.Ready);
  return client;
}

/** Logs a seeded user in and brings the player into the lobby with this secret. */
export async function enterLobby(
  platform: Platform,
  userId: string,
  secret = "room",
  host: ClientHostOptions = {},
): Promise<Player> {
  const logs: string[] = [];
  const prepare = (client: Client): void => {
    client.addLogCallback((message) => logs.push(message), 1);
    client.addVoiceLogCallback((message) => logs.push(message), 1);
  };
  const client = await signIn(platform, userId, { host, prepare });
  const { lobbyId } = await client.createOrJoinLobby(secret);
  return { client, userId: BigInt(userId), lobbyId, logs };
}

/** Records a player's message callbacks from now on. */
export function messageNews({ client }: Pick<Player, "client">) {
  const created: bigint[] = [];
  const updated: bigint[] = [];
  const deleted: [bigint, bigint][] = [];
  client.setMessageCreatedCallback((id) => created.push(id));
  client.setMessageUpdatedCallback((id) => updated.push(id));
  client.setMessageDeletedCallback((...gone) => deleted.push(gone));
  return { created, updated, deleted };
}
