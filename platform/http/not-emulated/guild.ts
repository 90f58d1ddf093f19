import type { NotEmulatedGroup } from "./group.js";

export const guildOperations: readonly NotEmulatedGroup[] = [
  {
    area: "Servers",
    reason: "Servers cannot be locked against raids.",
    operations: {
      update_guild_incident_actions: "PUT /guilds/{guild.id}/incident-actions",
    },
  },
  {
    area: "Server pages",
    reason:
      "Servers have no pages for visitors: no preview, widget, vanity address, welcome screen or onboarding.",
    operations: {
      get_guild_new_member_welcome: "GET /guilds/{guild.id}/new-member-welcome",
      get_guilds_onboarding: "GET /guilds/{guild.id}/onboarding",
      put_guilds_onboarding: "PUT /guilds/{guild.id}/onboarding",
      get_guild_preview: "GET /guilds/{guild.id}/preview",
      get_guild_vanity_url: "GET /guilds/{guild.id}/vanity-url",
      get_guild_welcome_screen: "GET /guilds/{guild.id}/welcome-screen",
      update_guild_welcome_screen: "PATCH /guilds/{guild.id}/welcome-screen",
      get_guild_widget_settings: "GET /guilds/{guild.id}/widget",
      update_guild_widget_settings: "PATCH /guilds/{guild.id}/widget",
      get_guild_widget: "GET /guilds/{guild.id}/widget.json",
      get_guild_widget_png: "GET /guilds/{guild.id}/widget.png",
    },
  },
  {
    area: "Server templates",
    reason: "Servers have no templates.",
    operations: {
      get_guild_template: "GET /guilds/templates/{template.code}",
      list_guild_templates: "GET /guilds/{guild.id}/templates",
      create_guild_template: "POST /guilds/{guild.id}/templates",
      sync_guild_template: "PUT /guilds/{guild.id}/templates/{template.code}",
      update_guild_template: "PATCH /guilds/{guild.id}/templates/{template.code}",
      delete_guild_template: "DELETE /guilds/{guild.id}/templates/{template.code}",
    },
  },
  {
    area: "Integrations",
    reason: "Servers have no integrations.",
    operations: {
      list_guild_integrations: "GET /guilds/{guild.id}/integrations",
      delete_guild_integration: "DELETE /guilds/{guild.id}/integrations/{integration.id}",
    },
  },
  {
    area: "Exceptions of scheduled events",
    reason: "Scheduled events do not recur, so they have no exceptions.",
    operations: {
      create_guild_scheduled_event_exception:
        "POST /guilds/{guild.id}/scheduled-events/{event.id}/exceptions",
      update_guild_scheduled_event_exception:
        "PATCH /guilds/{guild.id}/scheduled-events/{event.id}/exceptions/{exception.id}",
      delete_guild_scheduled_event_exception:
        "DELETE /guilds/{guild.id}/scheduled-events/{event.id}/exceptions/{exception.id}",
      list_guild_scheduled_event_exception_users:
        "GET /guilds/{guild.id}/scheduled-events/{event.id}/{exception.id}/users",
    },
  },
];
