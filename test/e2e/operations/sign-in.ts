import { AuthorizationArgs, AuthorizationTokenType, Client, DeviceAuthorizationArgs, ErrorType } from "sdkpp";
import { expect } from "vitest";
import type { Scene } from "./scene.js";

/** The result of operations for tokens after a failure. */
export const NO_TOKENS = ["", "", AuthorizationTokenType.Bearer, 0, ""];
export const BAD_REQUEST = { type: ErrorType.HTTPError, status: 400 };

/** Arguments for the token endpoint. */
export interface Code {
  readonly code: string;
  readonly verifier: string;
  readonly redirectUri: string;
}

export const gameOf = (scene: Scene): string => scene.platform.seeded.applicationId;

/** @param account who answers the page; default: Ada */
export function asked(scene: Scene, account?: string): { args: AuthorizationArgs; verifier: string } {
  scene.answersAs = account;
  const { verifier, challenge } = scene.ada.client.createAuthorizationCodeVerifier();
  const args = new AuthorizationArgs();
  args.clientId = BigInt(gameOf(scene));
  args.scopes = Client.getDefaultCommunicationScopes();
  args.codeChallenge = challenge;
  return { args, verifier };
}

/** Somebody has authorized the game on the page. @param account default: Ada */
export async function freshCode(scene: Scene, account?: string): Promise<Code> {
  const { args, verifier } = asked(scene, account);
  const { code, redirectUri } = await scene.ada.client.authorize(args);
  return { code, verifier, redirectUri };
}

/** @param account who types the code; default: the player of the device */
export function onDevice(scene: Scene, clientId = gameOf(scene), account?: string): DeviceAuthorizationArgs {
  scene.answersAs = account;
  const args = new DeviceAuthorizationArgs();
  args.clientId = BigInt(clientId);
  args.scopes = Client.getDefaultCommunicationScopes();
  return args;
}

/** The user of a token. */
export async function holder(scene: Scene, token: unknown): Promise<bigint> {
  const { id } = await scene.ben.client.fetchCurrentUser(AuthorizationTokenType.Bearer, String(token));
  return id;
}

/** @param userId default: Ada */
export async function expectTokens(
  scene: Scene,
  values: readonly unknown[],
  userId = scene.ada.userId,
): Promise<void> {
  const [accessToken, refreshToken, tokenType, expiresIn, scopes] = values;
  expect(await holder(scene, accessToken)).toBe(userId);
  expect([tokenType, expiresIn]).toEqual([AuthorizationTokenType.Bearer, 604_800]);
  expect([scopes, refreshToken !== accessToken]).toEqual([Client.getDefaultCommunicationScopes(), true]);
}
