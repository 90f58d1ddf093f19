import { AuthorizationTokenType, Client } from "sdkpp";
import type { Stage } from "./stage.js";

/** How a player signs in. */
export interface SignInOptions {
  readonly stage: Stage;
  readonly userId: string;
  readonly applicationId: string;
}

const SIGN_IN_MS = 20_000;

/** Signs a user in to a game, as the game does, without the page of consent. */
export async function signIn({ stage, userId, applicationId }: SignInOptions): Promise<Client> {
  const { endpoints, control } = stage;
  const scopes = Client.getDefaultCommunicationScopes();
  const { access_token } = await control.tokens.issue(applicationId, userId, scopes);
  const client = new Client(endpoints.apiBase, endpoints.webBase, { ca: endpoints.ca, audioDevices: "off" });
  try {
    await client.updateToken(AuthorizationTokenType.Bearer, access_token);
    client.connect();
    await client.ready({ signal: AbortSignal.timeout(SIGN_IN_MS) });
  } catch (error) {
    client.destroy();
    throw error;
  }
  return client;
}
