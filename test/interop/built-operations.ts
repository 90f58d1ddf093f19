import operations from "../conformance/operations/operations.json" with { type: "json" };

/** Operations that no manager or structure of discord.js calls, with the reason; @discordjs/core and rest call them. */
export const WITHOUT_MANAGER: Readonly<Record<string, string>> = {
  get_current_user_application_entitlements: "for tokens of users",
  get_application: "it asks for @me only",
  update_application: "it changes @me only",
  applications_get_activity_instance: "no manager; core has it",
  upload_application_attachment: "for tokens of users",
  create_interaction_response: "no manager: its interactions do it",
  get_original_webhook_message: "no manager: its interactions do it",
  update_original_webhook_message: "no manager: its interactions do it",
  delete_original_webhook_message: "no manager: its interactions do it",
  get_my_oauth2_authorization: "for tokens of users",
  get_my_oauth2_application: "no manager; core has it",
  count_guild_scheduled_event_users: "no manager",
  get_gateway: "it asks for the bot's gateway only",
  create_linked_lobby_guild_invite_for_self: "for tokens of users",
  create_linked_lobby_guild_invite_for_user: "no manager for lobbies",
  create_lobby: "no manager for lobbies",
  create_or_join_lobby: "for tokens of users",
  get_lobby: "no manager for lobbies",
  edit_lobby: "no manager for lobbies",
  delete_lobby: "no manager for lobbies",
  edit_lobby_channel_link: "no manager for lobbies",
  leave_lobby: "for tokens of users",
  bulk_update_lobby_members: "no manager for lobbies",
  add_lobby_member: "no manager for lobbies",
  delete_lobby_member: "no manager for lobbies",
  get_lobby_messages: "no manager for lobbies",
  create_lobby_message: "no manager for lobbies",
  update_lobby_message_external_moderation_metadata: "no manager for lobbies",
  update_user_message_external_moderation_metadata: "for studios' servers",
  update_voice_channel_status: "no manager",
  get_my_guild_member: "for tokens of users",
  list_guild_voice_regions: "no manager; core has it",
  get_my_user: "no manager; core has it",
  list_my_connections: "for tokens of users",
  deprecated_create_pin: "its managers use the newer route",
  deprecated_delete_pin: "its managers use the newer route",
  guild_search: "no manager",
  get_public_keys: "no manager",
  get_openid_connect_userinfo: "for tokens of users",
  partner_sdk_token: "no manager",
  bot_partner_sdk_token: "no manager",
  partner_sdk_unmerge_provisional_account: "no manager",
  bot_partner_sdk_unmerge_provisional_account: "no manager",
};

const ROUTES = new Map(operations.map(({ operation, route }) => [operation, requestsOf(route)]));

/** Names of all operations that the platform has. */
export const BUILT: readonly string[] = [...ROUTES.keys()];

/** Whether one of these requests, such as `GET /channels/7`, is for the operation. */
export function isAmong(operation: string, requests: readonly string[]): boolean {
  const pattern = ROUTES.get(operation);
  if (pattern === undefined) throw new Error(`no operation ${operation}`);
  return requests.some((request) => pattern.test(decodeURIComponent(request.split("?")[0]!)));
}

/** `GET /channels/{channel.id}` → what such requests look like */
function requestsOf(route: string): RegExp {
  const pattern = route.replaceAll(/\{([a-z.]+)\}/g, (_match, name: string) =>
    name.endsWith(".id") && name !== "instance.id" ? "[0-9]+" : "[^/]+",
  );
  return new RegExp(`^${pattern}$`);
}
