import { Scope } from "sdkpp/wire";
import type { Application } from "../../records/oauth2/application.js";

/** Descriptions of scopes for players, on the authorize page. A scope that is not here is unknown. */
const WORDS: ReadonlyMap<string, string> = new Map([
  [Scope.OpenId, "Confirm who you are"],
  [Scope.Identify, "See your username and avatar"],
  [Scope.Email, "See your e-mail address"],
  [Scope.Connections, "See your linked accounts"],
  [Scope.GatewayConnect, "Stay connected to receive updates for you"],
  [Scope.Voice, "Join voice calls for you"],
  [Scope.Guilds, "See the servers you are in"],
  [Scope.GuildsChannelsRead, "See the channels of your servers"],
  [Scope.GuildsMembersRead, "See your profile in your servers"],
  [Scope.GuildsJoin, "Join servers for you"],
  [Scope.LobbiesWrite, "Create and join lobbies for you"],
  [Scope.ActivitiesRead, "See what you are playing"],
  [Scope.ActivitiesWrite, "Show others what you are playing"],
  [Scope.ActivitiesInvitesWrite, "Send game invites for you"],
  [Scope.PresencesRead, "See when your friends are online"],
  [Scope.PresencesWrite, "Show others when you are online"],
  [Scope.ApplicationIdentitiesWrite, "Link your game identity"],
  [Scope.RelationshipsRead, "See your friends list"],
  [Scope.RelationshipsWrite, "Add and remove friends for you"],
  [Scope.DmChannelsRead, "See whom you talk to"],
  [Scope.DmChannelsMessagesRead, "Read your direct messages"],
  [Scope.DmChannelsMessagesWrite, "Send direct messages for you"],
  [Scope.AccountGlobalNameUpdate, "Change your display name"],
  [Scope.IdentifyPremium, "See your subscription"],
  ["gdm.join", "Join group conversations for you"],
  ["messages.read", "Read messages in your client"],
  ["role_connections.write", "Update your linked roles"],
  ["applications.entitlements", "See what you bought for this game"],
  [Scope.ApplicationsCommands, "Offer commands to you"],
  [Scope.ApplicationCommands, "Offer commands to you"],
  [Scope.ApplicationsCommandsUpdate, "Update its own commands"],
  [Scope.ApplicationsCommandsPermissionsUpdate, "Change who may use its commands in your servers"],
  [Scope.Bot, "Add a bot to a server"],
  [Scope.Rpc, "Talk to your desktop client"],
  [Scope.RpcVoiceRead, "See your voice settings and who speaks"],
  [Scope.RpcVoiceWrite, "Change your voice settings"],
  [Scope.SocialLayerPresence, "Use your account for friends, game invites and what you are playing"],
  [Scope.SocialLayer, "Use your account for friends, messages, lobbies and voice chat in this game"],
]);

/** Scopes that only approved applications may request. */
const NEEDS_APPROVAL: ReadonlySet<string> = new Set([Scope.IdentifyPremium]);

/** The first scope that the application may not request; undefined: none. @param scope space-separated */
export function unapprovedScope(application: Application | undefined, scope: string): string | undefined {
  const approved = application?.approvedScopes ?? [];
  return splitScopes(scope).find((one) => NEEDS_APPROVAL.has(one) && !approved.includes(one));
}

export const knownScopes = (): string[] => [...WORDS.keys()];

export function isKnownScope(scope: string): boolean {
  return WORDS.has(scope);
}

/** One plain sentence per asked scope. */
export function scopeWords(scope: string): string[] {
  return splitScopes(scope).map((one) => WORDS.get(one) ?? one);
}

export function splitScopes(scope: string): string[] {
  return scope.split(" ").filter((one) => one !== "");
}
