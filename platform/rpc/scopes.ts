import { RpcErrorCode, Scope } from "sdkpp/wire";
import { RpcRejection } from "./rejection.js";

/**
 * Scopes of which a command or an event needs one, with an access token; undefined: every connection may. `rpc` stands for
 * everything that a desktop app does.
 */
export type RpcScopes = readonly string[] | undefined;

export const RELATIONSHIPS_READ: RpcScopes = [Scope.RelationshipsRead];
export const RPC: RpcScopes = [Scope.Rpc];
export const VOICE_READ: RpcScopes = [Scope.RpcVoiceRead, Scope.Rpc];
export const VOICE_WRITE: RpcScopes = [Scope.RpcVoiceWrite, Scope.Rpc];

/** @param hasScope whether the connection has a scope @returns why it may not; undefined: it may */
export function lacksScope(
  scopes: RpcScopes,
  hasScope: (scope: string) => boolean,
): RpcRejection | undefined {
  if (scopes === undefined || scopes.some(hasScope)) return undefined;
  const names = scopes.join(" or ");
  return new RpcRejection(RpcErrorCode.InvalidPermissions, `AUTHENTICATE with the scope ${names} first`);
}
