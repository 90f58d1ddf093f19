import { RpcCommand, RpcErrorCode, Scope } from "sdkpp/wire";
import { setActivity } from "./activity.js";
import { authenticate, authorize } from "./authorize.js";
import type { DesktopApp } from "./desktop-app.js";
import type { RpcGame } from "./game.js";
import { getChannel, getChannels, getGuild, getGuilds } from "./guilds.js";
import { acceptInvite, acceptJoinRequest, closeJoinRequest, inviteUser } from "./invites.js";
import { RpcRejection } from "./rejection.js";
import { readDeepLink, readOpenMessage, type RequestInput } from "./request-shapes.js";
import { setUserVoiceSettings, setVoiceSettings, shareLink, shows } from "./showing.js";
import { getRelationships, getUser } from "./social.js";
import { missingScope, RPC_SCOPE, type RpcScope } from "./subscriptions.js";

/** Carries out a command. @returns the data of its answer, an {@link RpcRejection}, or a promise of either */
type Run = (app: DesktopApp, game: RpcGame, args: object) => unknown;

interface Row {
  readonly run: Run;
  readonly scope?: RpcScope;
  /** Whether it needs AUTHENTICATE, with whatever scopes. */
  readonly isAuthenticated?: true;
}

const ACCEPT: Row = { run: () => null };

/** Commands by name (R§3.5). */
const COMMANDS: ReadonlyMap<string, Row> = new Map<string, Row>([
  [RpcCommand.Authorize, { run: authorize }],
  [RpcCommand.Authenticate, { run: authenticate }],
  [RpcCommand.SetActivity, { run: ({ context }, game, args) => setActivity(context, game, args) }],
  [RpcCommand.SendActivityJoinInvite, { run: acceptJoinRequest }],
  [RpcCommand.CloseActivityJoinRequest, { run: closeJoinRequest }],
  [RpcCommand.CloseActivityRequest, { run: closeJoinRequest }],
  [RpcCommand.ActivityInviteUser, { run: inviteUser }],
  [RpcCommand.AcceptActivityInvite, { run: acceptInvite }],
  [RpcCommand.GetUser, { run: getUser }],
  [RpcCommand.GetRelationships, { run: getRelationships, scope: Scope.RelationshipsRead }],
  [RpcCommand.OpenMessage, { run: shows(RpcCommand.OpenMessage, readOpenMessage) }],
  [RpcCommand.DeepLink, { run: shows(RpcCommand.DeepLink, readDeepLink) }],
  [RpcCommand.SetUserVoiceSettings2, { run: setUserVoiceSettings }],
  [RpcCommand.SetVoiceSettings2, { run: setVoiceSettings }],
  [RpcCommand.GetImage, ACCEPT],
  [RpcCommand.SetOverlayLocked, ACCEPT],
  [RpcCommand.OpenOverlayActivityInvite, ACCEPT],
  [RpcCommand.OpenOverlayGuildInvite, ACCEPT],
  [RpcCommand.OpenOverlayVoiceSettings, ACCEPT],
  [RpcCommand.GetGuild, { run: getGuild, scope: RPC_SCOPE }],
  [RpcCommand.GetGuilds, { run: getGuilds, scope: RPC_SCOPE }],
  [RpcCommand.GetChannel, { run: getChannel, scope: RPC_SCOPE }],
  [RpcCommand.GetChannels, { run: getChannels, scope: RPC_SCOPE }],
  [RpcCommand.ShareLink, { run: shareLink, isAuthenticated: true }],
]);

const KNOWN_COMMANDS: ReadonlySet<string> = new Set(Object.values(RpcCommand));

/** Carries out one command of a game. @returns the data of its answer, or why it is rejected */
export function runCommand(app: DesktopApp, game: RpcGame, { cmd, args, evt }: RequestInput): unknown {
  const given = args ?? {};
  if (cmd === RpcCommand.Subscribe)
    return game.subscriptions.add(evt, given, (scope) => game.hasScope(scope)) ?? { evt };
  if (cmd === RpcCommand.Unsubscribe) return game.subscriptions.remove(evt, given) ?? { evt };
  const row = COMMANDS.get(cmd);
  if (row === undefined) return unknownCommand(cmd);
  if (row.scope !== undefined && !game.hasScope(row.scope)) return missingScope(row.scope);
  if (row.isAuthenticated === true && game.authenticated === undefined)
    return new RpcRejection(RpcErrorCode.InvalidPermissions, "AUTHENTICATE first");
  return row.run(app, game, given);
}

function unknownCommand(cmd: string): RpcRejection {
  const message = KNOWN_COMMANDS.has(cmd) ? `NOT_EMULATED: ${cmd}` : `Unknown command: ${cmd}`;
  return new RpcRejection(RpcErrorCode.InvalidCommand, message);
}
