/** Version segment that the client always sends. */
export const API_VERSION = 10;
/** Gateway version of an SDK session, as the native SDK. */
export const SDK_GATEWAY_VERSION = 9;

/** Paths below `{apiBase}/v{n}`, with ids as decimal strings. */
export const Route = {
  currentUser: () => "/users/@me",
  gateway: () => "/gateway",
  gatewayBot: () => "/gateway/bot",
  oauth2Authorize: () => "/oauth2/authorize",
  oauth2Token: () => "/oauth2/token",
  oauth2Revoke: () => "/oauth2/token/revoke",
  oauth2DeviceAuthorize: () => "/oauth2/device/authorize",
  oauth2DeviceVerify: () => "/oauth2/device/verify",
  oauth2DeviceFinish: () => "/oauth2/device/finish",
  childToken: () => "/partner-sdk/child-token",
  oauth2Me: () => "/oauth2/@me",
  oauth2Keys: () => "/oauth2/keys",
  oauth2UserInfo: () => "/oauth2/userinfo",
  lobbies: () => "/lobbies",
  lobby: (lobbyId: bigint) => `/lobbies/${lobbyId}`,
  lobbyMember: (lobbyId: bigint, userId: bigint) => `/lobbies/${lobbyId}/members/${userId}`,
  ownLobbyMember: (lobbyId: bigint) => `/lobbies/${lobbyId}/members/@me`,
  lobbyMembersBulk: (lobbyId: bigint) => `/lobbies/${lobbyId}/members/bulk`,
  lobbyChannelLinking: (lobbyId: bigint) => `/lobbies/${lobbyId}/channel-linking`,
  ownLobbyInvites: (lobbyId: bigint) => `/lobbies/${lobbyId}/members/@me/invites`,
  lobbyMessages: (lobbyId: bigint) => `/lobbies/${lobbyId}/messages`,
  userMessages: (userId: bigint) => `/users/${userId}/messages`,
  userMessage: (userId: bigint, messageId: bigint) => `/users/${userId}/messages/${messageId}`,
  activitySecret: (userId: bigint, sessionId: string, applicationId: bigint) =>
    `/users/${userId}/sessions/${encodeURIComponent(sessionId)}/activities/${applicationId}/1`,
  applicationDisclosures: (applicationId: bigint) => `/applications/${applicationId}/disclosures`,
  voicePublicKeys: () => "/voice/public-keys",
  matchVoicePublicKey: (userId: bigint) => `/voice/${userId}/match-public-key`,
  partnerToken: () => "/partner-sdk/token",
  partnerUnmerge: () => "/partner-sdk/provisional-accounts/unmerge",
  ownAccount: () => "/users/@me/account",
  userMessageSummaries: () => "/partner-sdk/users/@me/channels",
  userGuilds: () => "/users/@me/guilds",
  guildChannels: (guildId: bigint) => `/guilds/${guildId}/channels`,
  relationships: () => "/users/@me/relationships",
  relationship: (userId: bigint) => `/users/@me/relationships/${userId}`,
  gameRelationships: () => "/users/@me/game-relationships",
  gameRelationship: (userId: bigint) => `/users/@me/game-relationships/${userId}`,
} as const;

/** Metadata documents of the authorization server, at the root of the web address (OpenID Connect Discovery 1.0, RFC 8414). */
export const METADATA_PATHS = [
  "/.well-known/openid-configuration",
  "/.well-known/oauth-authorization-server",
] as const;
/** The authorize page is at the root of the web address, not under the API. */
export const AUTHORIZE_PAGE_PATH = "/oauth2/authorize";
/** Page where a player types the code that another device shows, at the root of the web address. */
export const DEVICE_PAGE_PATH = "/activate";
/** Page of a guild invite, on the web and in the app that opens such addresses. */
export const invitePagePath = (code: string): string => `/invite/${encodeURIComponent(code)}`;
/** Path of a redirect to a scheme of the game. */
export const SCHEME_REDIRECT_PATH = "/authorize/callback";
/** Path of the loopback redirect; the port is not part of the registration. */
export const REDIRECT_PATH = "/callback";
