import type { MessageApplicationPayload, Snowflake } from "sdkpp/wire";
import {
  installationConfigsOf,
  type Application,
  type InstallParams,
} from "../../records/oauth2/application.js";
import { NO_EVENT_WEBHOOKS } from "../../records/oauth2/event-webhooks.js";
import { deletedUser } from "../../records/user/user.js";
import type { GuildWorld } from "../../world/guild/guild-world.js";
import type { ApplicationWorld } from "../../world/oauth2/application-world.js";
import { authorizedUsers } from "../../world/oauth2/grants.js";
import type { OAuth2World } from "../../world/oauth2/oauth2-world.js";
import { guildsWith, userInstallCount } from "../../world/application/installations.js";
import type { UserWorld } from "../../world/user/user-world.js";
import { userView } from "../user/user.js";

/** The application as a token's holder sees it (H§2.8: some log in only with `description` and `verify_key`). */
export function applicationView(application: Application): Record<string, unknown> {
  return {
    id: application.id,
    name: application.name,
    icon: application.icon ?? null,
    ...(application.coverImage === undefined ? {} : { cover_image: application.coverImage }),
    description: application.description,
    hook: true,
    bot_public: true,
    bot_require_code_grant: false,
    verify_key: application.verifyKey,
    type: null,
    ...flagsOf(application),
  };
}

/** All flags as text, and those of the lower 31 bits as a number. */
export function flagsOf({ flags, highFlags }: Application): { flags: number; flags_new: string } {
  return { flags, flags_new: String(BigInt(flags) | BigInt(highFlags ?? 0)) };
}

/** The game that an invite is for. */
export function inviteApplicationView(world: ApplicationWorld, id: Snowflake): MessageApplicationPayload {
  const { name = "", description = "", icon = null, coverImage, parentId } = world.applications.get(id) ?? {};
  const cover = coverImage === undefined ? {} : { cover_image: coverImage };
  const parent = parentId === undefined ? {} : { parent_id: parentId };
  return { id, name, icon, description, ...cover, ...parent, type: null };
}

/** An application as its own bot sees it. It has an owner in any case, because clients read one. */
export function ownApplicationView(
  world: ApplicationWorld & GuildWorld & OAuth2World & UserWorld,
  application: Application,
): Record<string, unknown> {
  const { id, ownerId } = application;
  const owner = ownerId === undefined ? undefined : world.users.get(ownerId);
  return {
    ...applicationView(application),
    ...installationView(application),
    ...eventWebhooksView(application),
    summary: "",
    redirect_uris: application.redirectUris,
    interactions_endpoint_url: application.interactionsUrl ?? null,
    role_connections_verification_url: application.roleConnectionsUrl ?? null,
    team: null,
    owner: userView(owner ?? deletedUser(id)),
    tags: application.tags ?? [],
    max_participants: application.maxParticipants ?? null,
    approximate_guild_count: guildsWith(world, application).size,
    ...(installationConfigsOf(application)["1"] && {
      approximate_user_install_count: userInstallCount(world, id),
    }),
    approximate_user_authorization_count: authorizedUsers(world, id).size,
    explicit_content_filter: application.explicitContentFilter ?? 0,
    eligible_oauth2_scopes: [],
  };
}

/** How it is installed: by its own link, or by the scopes and permissions of each context. */
function installationView(application: Application): Record<string, unknown> {
  const { installParams, customInstallUrl } = application;
  const configs = Object.entries(installationConfigsOf(application)).map(([context, config]) => {
    const params = config.installParams;
    return [context, params === undefined ? {} : { oauth2_install_params: installParamsView(params) }];
  });
  return {
    ...(installParams === undefined ? {} : { install_params: installParamsView(installParams) }),
    ...(customInstallUrl === undefined ? {} : { custom_install_url: customInstallUrl }),
    integration_types_config: Object.fromEntries(configs) as Record<string, unknown>,
  };
}

function installParamsView({ scopes, permissions }: InstallParams): Record<string, unknown> {
  return { scopes, permissions };
}

function eventWebhooksView({ eventWebhooks = NO_EVENT_WEBHOOKS }: Application): Record<string, unknown> {
  const { url, status, types } = eventWebhooks;
  return { event_webhooks_url: url ?? null, event_webhooks_status: status, event_webhooks_types: types };
}
