import { RpcCommand, RpcErrorCode } from "sdkpp/wire";
import { setActivity } from "./activity.js";
import { authenticate, authorize } from "./authorize.js";
import type { DesktopApp } from "./desktop-app.js";
import type { RpcGame } from "./game.js";
import { getChannels, getGuild, getGuilds } from "./guilds.js";
import { acceptInvite, acceptJoinRequest, closeJoinRequest, inviteUser } from "./invites.js";
import { RpcRejection } from "./rejection.js";
import { readDeepLink, readOpenMessage, type RequestInput } from "./request-shapes.js";
import { lacksScope, RELATIONSHIPS_READ, RPC, VOICE_READ, VOICE_WRITE, type RpcScopes } from "./scopes.js";
import { shareLink, shows } from "./show-commands.js";
import { getRelationships, getUser } from "./social.js";
import { isOfChannel } from "./subscriptions.js";
import { getChannel, getSelectedVoiceChannel, seenChannel, selectVoiceChannel } from "./voice/channel.js";
import {
  getVoiceSettings,
  setUserVoiceSettings,
  setUserVoiceSettings2,
  setVoiceSettings,
  setVoiceSettings2,
} from "./voice/commands.js";

/** Carries out a command. @returns the data of its answer, an {@link RpcRejection}, or a promise of either */
type Run = (app: DesktopApp, game: RpcGame, args: object) => unknown;

interface Row {
  readonly run: Run;
  readonly scopes?: RpcScopes;
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
  [RpcCommand.GetRelationships, { run: getRelationships, scopes: RELATIONSHIPS_READ }],
  [RpcCommand.OpenMessage, { run: shows(RpcCommand.OpenMessage, readOpenMessage) }],
  [RpcCommand.DeepLink, { run: shows(RpcCommand.DeepLink, readDeepLink) }],
  [RpcCommand.SetUserVoiceSettings2, { run: setUserVoiceSettings2 }],
  [RpcCommand.SetVoiceSettings2, { run: setVoiceSettings2 }],
  [RpcCommand.GetImage, ACCEPT],
  [RpcCommand.SetOverlayLocked, ACCEPT],
  [RpcCommand.OpenOverlayActivityInvite, ACCEPT],
  [RpcCommand.OpenOverlayGuildInvite, ACCEPT],
  [RpcCommand.OpenOverlayVoiceSettings, ACCEPT],
  [RpcCommand.GetGuild, { run: getGuild, scopes: RPC }],
  [RpcCommand.GetGuilds, { run: getGuilds, scopes: RPC }],
  [RpcCommand.GetChannel, { run: getChannel, scopes: RPC }],
  [RpcCommand.GetChannels, { run: getChannels, scopes: RPC }],
  [RpcCommand.GetSelectedVoiceChannel, { run: getSelectedVoiceChannel, scopes: RPC }],
  [RpcCommand.SelectVoiceChannel, { run: selectVoiceChannel, scopes: RPC }],
  [RpcCommand.GetVoiceSettings, { run: getVoiceSettings, scopes: VOICE_READ }],
  [RpcCommand.SetVoiceSettings, { run: setVoiceSettings, scopes: VOICE_WRITE }],
  [RpcCommand.SetUserVoiceSettings, { run: setUserVoiceSettings, scopes: VOICE_WRITE }],
  [RpcCommand.ShareLink, { run: shareLink, isAuthenticated: true }],
]);

const KNOWN_COMMANDS: ReadonlySet<string> = new Set(Object.values(RpcCommand));

/** Carries out one command of a game. @returns the data of its answer, or why it is rejected */
export function runCommand(app: DesktopApp, game: RpcGame, { cmd, args, evt }: RequestInput): unknown {
  const given = args ?? {};
  if (cmd === RpcCommand.Subscribe) return subscribe(app, game, evt, given);
  if (cmd === RpcCommand.Unsubscribe) return game.subscriptions.remove(evt, given) ?? { evt };
  const row = COMMANDS.get(cmd);
  if (row === undefined) return unknownCommand(cmd);
  const lacking = lacksScope(row.scopes, (scope) => game.hasScope(scope));
  if (lacking !== undefined) return lacking;
  if (row.isAuthenticated === true && game.authenticated === undefined)
    return new RpcRejection(RpcErrorCode.InvalidPermissions, "AUTHENTICATE first");
  return row.run(app, game, given);
}

/** Events of a channel are for users who see it. */
function subscribe(app: DesktopApp, game: RpcGame, evt: unknown, args: object): unknown {
  const { channel_id: channelId } = args as { readonly channel_id?: unknown };
  const placed = isOfChannel(evt) && channelId != null ? seenChannel(app, String(channelId)) : undefined;
  if (placed instanceof RpcRejection) return placed;
  return game.subscriptions.add(evt, args, (scope) => game.hasScope(scope)) ?? { evt };
}

function unknownCommand(cmd: string): RpcRejection {
  const message = KNOWN_COMMANDS.has(cmd) ? `NOT_EMULATED: ${cmd}` : `Unknown command: ${cmd}`;
  return new RpcRejection(RpcErrorCode.InvalidCommand, message);
}
