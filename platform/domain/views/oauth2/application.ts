import type { MessageApplicationPayload, Snowflake } from "sdkpp/wire";
import type { Application } from "../../records/oauth2/application.js";
import { deletedUser } from "../../records/user/user.js";
import type { GuildWorld } from "../../world/guild/guild-world.js";
import type { ApplicationWorld } from "../../world/oauth2/application-world.js";
import { authorizedUsers } from "../../world/oauth2/grants.js";
import type { OAuth2World } from "../../world/oauth2/oauth2-world.js";
import type { UserWorld } from "../../world/user/user-world.js";
import { userView } from "../user/user.js";

/** What a token's holder sees of the application (H§2.8: some log in only with `description` and `verify_key`). */
export function applicationView(application: Application): Record<string, unknown> {
  return {
    id: application.id,
    name: application.name,
    icon: null,
    description: application.description,
    hook: true,
    bot_public: true,
    bot_require_code_grant: false,
    verify_key: application.verifyKey,
    type: null,
    flags: application.flags,
    flags_new: String(application.flags),
  };
}

/** The game that an invite is for. */
export function inviteApplicationView(world: ApplicationWorld, id: Snowflake): MessageApplicationPayload {
  const { name = "", description = "" } = world.applications.get(id) ?? {};
  return { id, name, icon: null, description, type: null };
}

/** An application as its own bot sees it. It has an owner in any case, because clients read one. */
export function ownApplicationView(
  world: GuildWorld & OAuth2World & UserWorld,
  application: Application,
): Record<string, unknown> {
  const { id, botUserId, ownerId } = application;
  const owner = ownerId === undefined ? undefined : world.users.get(ownerId);
  const guilds = botUserId === undefined ? [] : world.guilds.listBy("member", botUserId);
  return {
    ...applicationView(application),
    summary: "",
    redirect_uris: application.redirectUris,
    interactions_endpoint_url: null,
    role_connections_verification_url: null,
    event_webhooks_status: 1,
    team: null,
    owner: userView(owner ?? deletedUser(id)),
    tags: [],
    approximate_guild_count: guilds.length,
    // Users cannot install an application.
    approximate_user_install_count: 0,
    approximate_user_authorization_count: authorizedUsers(world, id).size,
    explicit_content_filter: 0,
    eligible_oauth2_scopes: [],
  };
}
