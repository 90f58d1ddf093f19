/** Scopes the slice names; strings on the wire. */
export const Scope = {
  OpenId: "openid",
  Identify: "identify",
  IdentifyPremium: "identify.premium",
  Email: "email",
  Connections: "connections",
  GatewayConnect: "gateway.connect",
  Voice: "voice",
  Guilds: "guilds",
  GuildsChannelsRead: "guilds.channels.read",
  GuildsJoin: "guilds.join",
  GuildsMembersRead: "guilds.members.read",
  LobbiesWrite: "lobbies.write",
  ActivitiesRead: "activities.read",
  ActivitiesWrite: "activities.write",
  ActivitiesInvitesWrite: "activities.invites.write",
  PresencesRead: "presences.read",
  PresencesWrite: "presences.write",
  ApplicationIdentitiesWrite: "application_identities.write",
  RelationshipsRead: "relationships.read",
  RelationshipsWrite: "relationships.write",
  DmChannelsRead: "dm_channels.read",
  DmChannelsMessagesRead: "dm_channels.messages.read",
  DmChannelsMessagesWrite: "dm_channels.messages.write",
  AccountGlobalNameUpdate: "account.global_name.update",
  Bot: "bot",
  ApplicationsCommands: "applications.commands",
  /** The same, as the interface document of the service spells it. */
  ApplicationCommands: "application.commands",
  ApplicationsEntitlements: "applications.entitlements",
  ApplicationsCommandsUpdate: "applications.commands.update",
  ApplicationsCommandsPermissionsUpdate: "applications.commands.permissions.update",
  /** Everything that the desktop app does for its user. */
  Rpc: "rpc",
  RpcVoiceRead: "rpc.voice.read",
  RpcVoiceWrite: "rpc.voice.write",
  SocialLayerPresence: "sdk.social_layer_presence",
  SocialLayer: "sdk.social_layer",
} as const;

/** Scopes for presence: linking, friends, rich presence, invites. */
export const PRESENCE_SCOPES = `${Scope.OpenId} ${Scope.SocialLayerPresence}`;
/** Scopes for communication: the above and lobbies, voice, messages. */
export const COMMUNICATION_SCOPES = `${Scope.OpenId} ${Scope.SocialLayer}`;

const PRESENCE_EXPANSION: readonly string[] = [
  Scope.ActivitiesInvitesWrite,
  Scope.ActivitiesRead,
  Scope.ActivitiesWrite,
  Scope.ApplicationIdentitiesWrite,
  Scope.GatewayConnect,
  Scope.Identify,
  Scope.RelationshipsRead,
  Scope.RelationshipsWrite,
];

/** The scopes that each umbrella scope includes. */
export const SCOPE_EXPANSIONS: ReadonlyMap<string, readonly string[]> = new Map([
  [Scope.SocialLayerPresence, PRESENCE_EXPANSION],
  [
    Scope.SocialLayer,
    [
      ...PRESENCE_EXPANSION,
      Scope.DmChannelsRead,
      Scope.DmChannelsMessagesRead,
      Scope.DmChannelsMessagesWrite,
      Scope.Guilds,
      Scope.GuildsChannelsRead,
      Scope.LobbiesWrite,
    ],
  ],
]);

/** The scopes that a space-separated string grants: umbrellas and the scopes they include. */
export function expandScopes(scopes: string): Set<string> {
  const granted = new Set<string>();
  for (const scope of scopes.split(" ").filter((part) => part !== "")) {
    granted.add(scope);
    for (const inner of SCOPE_EXPANSIONS.get(scope) ?? []) granted.add(inner);
  }
  return granted;
}
