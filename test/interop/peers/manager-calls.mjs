// How discord.js calls each operation, through its managers and structures: operation → call. A call returns what the test
// needs next, such as ids.
import { stranger, wish } from "./peer.mjs";

const { AuditLogEvent, WebhookClient } = stranger("discord.js");

/** Files come as text in base64. */
const withFiles = (options) =>
  options.files === undefined
    ? options
    : {
        ...options,
        files: options.files.map(({ name, base64 }) => ({
          name,
          attachment: Buffer.from(base64, "base64"),
        })),
      };

/** @param client logged in @param record receives the requests of clients that the calls make */
export function managerCalls(client, record) {
  const guild = (id) => client.guilds.cache.get(id);
  const channel = (id) => client.channels.cache.get(id);
  const member = (guildId, userId) => guild(guildId).members.cache.get(userId);
  const message = (channelId, id) => channel(channelId).messages.fetch(id);
  const reaction = async (channelId, id, emoji) =>
    (await message(channelId, id)).reactions.cache.find((one) => one.emoji.name === emoji);
  const webhookClient = (id, token) => {
    const made = new WebhookClient({ id, token }, { rest: { api: wish.api } });
    record(made.rest);
    return made;
  };
  const ids = (collection) => [...collection.keys()];
  const idOf = ({ id }) => id;
  const force = { force: true };
  const { commands, emojis, entitlements, subscriptions } = client.application;

  return {
    get_my_application: async () => (await client.application.fetch()).name,
    update_my_application: async (options) => (await client.application.edit(options)).description,
    list_application_emojis: async () => ids(await emojis.fetch()),
    create_application_emoji: async (options) => idOf(await emojis.create(options)),
    get_application_emoji: async (id) => (await emojis.fetch(id, force)).name,
    update_application_emoji: async (id, options) => (await emojis.edit(id, options)).name,
    delete_application_emoji: async (id) => void (await emojis.delete(id)),

    list_application_commands: async () => ids(await commands.fetch()),
    create_application_command: async (options) => idOf(await commands.create(options)),
    bulk_set_application_commands: async (options) => ids(await commands.set(options)),
    get_application_command: async (id) => (await commands.fetch(id, force)).name,
    update_application_command: async (id, options) => (await commands.edit(id, options)).description,
    delete_application_command: async (id) => void (await commands.delete(id)),
    list_guild_application_commands: async (guildId) => ids(await guild(guildId).commands.fetch()),
    create_guild_application_command: async (guildId, options) =>
      idOf(await guild(guildId).commands.create(options)),
    bulk_set_guild_application_commands: async (guildId, options) =>
      ids(await guild(guildId).commands.set(options)),
    get_guild_application_command: async (guildId, id) =>
      (await guild(guildId).commands.fetch(id, force)).name,
    update_guild_application_command: async (guildId, id, options) =>
      (await guild(guildId).commands.edit(id, options)).description,
    delete_guild_application_command: async (guildId, id) => void (await guild(guildId).commands.delete(id)),
    list_guild_application_command_permissions: async (guildId) =>
      ids(await guild(guildId).commands.permissions.fetch({})),
    get_guild_application_command_permissions: async (guildId, command) =>
      guild(guildId).commands.permissions.fetch({ command }),
    set_guild_application_command_permissions: async (guildId, command, token, permissions) =>
      guild(guildId).commands.permissions.set({ command, token, permissions }),

    get_entitlements: async (options) =>
      [...(await entitlements.fetch(options)).values()].map((one) => ({
        id: one.id,
        isActive: one.isActive(),
        isTest: one.isTest(),
      })),
    create_entitlement: async (options) => idOf(await entitlements.createTest(options)),
    get_entitlement: async (entitlement) =>
      (await entitlements.fetch({ entitlement, ...force, cache: false })).consumed,
    delete_entitlement: (id) => entitlements.deleteTest(id),
    consume_entitlement: (id) => entitlements.consume(id),
    get_sku_subscriptions: async (sku, user) => ids(await subscriptions.fetch({ sku, user })),
    get_sku_subscription: async (sku, subscriptionId) =>
      (await subscriptions.fetch({ sku, subscriptionId })).status,
    // Not in the published description.
    list_skus: async () =>
      [...(await client.application.fetchSKUs()).values()].map(({ name, type }) => ({ name, type })),

    list_guild_audit_log_entries: async (guildId, type) =>
      (await guild(guildId).fetchAuditLogs({ type: AuditLogEvent[type] })).entries.map(
        ({ action, executorId, targetId, reason }) => ({
          action: AuditLogEvent[action],
          executorId,
          targetId,
          reason,
        }),
      ),

    list_guild_emojis: async (guildId) => ids(await guild(guildId).emojis.fetch()),
    create_guild_emoji: async (guildId, options) => idOf(await guild(guildId).emojis.create(options)),
    get_guild_emoji: async (guildId, id) => (await guild(guildId).emojis.fetch(id, force)).name,
    update_guild_emoji: async (guildId, id, options) => (await guild(guildId).emojis.edit(id, options)).name,
    list_guild_stickers: async (guildId) => ids(await guild(guildId).stickers.fetch()),
    create_guild_sticker: async (guildId, { file, ...options }) =>
      idOf(await guild(guildId).stickers.create({ ...options, file: Buffer.from(file, "base64") })),
    get_guild_sticker: async (guildId, id) => (await guild(guildId).stickers.fetch(id, force)).name,
    update_guild_sticker: async (guildId, id, options) =>
      (await guild(guildId).stickers.edit(id, options)).name,
    delete_guild_sticker: async (guildId, id) => void (await guild(guildId).stickers.delete(id)),
    get_sticker: async (id) => (await client.fetchSticker(id)).name,
    list_sticker_packs: async () => ids(await client.fetchStickerPacks()),
    get_sticker_pack: async (packId) => (await client.fetchStickerPacks({ packId })).stickers.size,
    delete_guild_emoji: async (guildId, id) => void (await guild(guildId).emojis.delete(id)),

    get_soundboard_default_sounds: async () => ids(await client.fetchDefaultSoundboardSounds()),
    list_guild_soundboard_sounds: async (guildId) => ids(await guild(guildId).soundboardSounds.fetch()),
    create_guild_soundboard_sound: async (guildId, { file, ...options }) =>
      (await guild(guildId).soundboardSounds.create({ ...options, file: Buffer.from(file, "base64") }))
        .soundId,
    get_guild_soundboard_sound: async (guildId, soundboardSound) =>
      (await guild(guildId).soundboardSounds.fetch({ soundboardSound, ...force })).name,
    update_guild_soundboard_sound: async (guildId, id, options) =>
      (await guild(guildId).soundboardSounds.edit(id, options)).name,
    delete_guild_soundboard_sound: (guildId, id) => guild(guildId).soundboardSounds.delete(id),
    send_soundboard_sound: (guildId, channelId, id) =>
      channel(channelId).sendSoundboardSound(guild(guildId).soundboardSounds.cache.get(id)),

    list_auto_moderation_rules: async (guildId) => ids(await guild(guildId).autoModerationRules.fetch()),
    create_auto_moderation_rule: async (guildId, options) =>
      idOf(await guild(guildId).autoModerationRules.create(options)),
    get_auto_moderation_rule: async (guildId, id) =>
      (await guild(guildId).autoModerationRules.fetch({ autoModerationRule: id, ...force })).name,
    update_auto_moderation_rule: async (guildId, id, options) =>
      (await guild(guildId).autoModerationRules.edit(id, options)).name,
    delete_auto_moderation_rule: (guildId, id) => guild(guildId).autoModerationRules.delete(id),

    create_thread: async (channelId, options) => idOf(await channel(channelId).threads.create(options)),
    create_thread_from_message: async (channelId, startMessage, options) =>
      idOf(await channel(channelId).threads.create({ startMessage, ...options })),
    join_thread: async (id) => idOf(await channel(id).join()),
    leave_thread: async (id) => idOf(await channel(id).leave()),
    add_thread_member: (id, userId) => channel(id).members.add(userId),
    delete_thread_member: (id, userId) => channel(id).members.remove(userId),
    get_thread_member: async (id, userId) =>
      (await channel(id).members.fetch({ member: userId, ...force })).id,
    list_thread_members: async (id) => ids(await channel(id).members.fetch()),
    list_public_archived_threads: async (channelId) =>
      ids((await channel(channelId).threads.fetchArchived({ type: "public" })).threads),
    list_private_archived_threads: async (channelId) =>
      ids((await channel(channelId).threads.fetchArchived({ type: "private", fetchAll: true })).threads),
    list_my_private_archived_threads: async (channelId) =>
      ids((await channel(channelId).threads.fetchArchived({ type: "private" })).threads),
    get_active_guild_threads: async (guildId) =>
      ids((await guild(guildId).channels.fetchActiveThreads()).threads),

    list_guild_scheduled_events: async (guildId) => ids(await guild(guildId).scheduledEvents.fetch()),
    create_guild_scheduled_event: async (guildId, options) =>
      idOf(await guild(guildId).scheduledEvents.create(options)),
    get_guild_scheduled_event: async (guildId, id) =>
      (await guild(guildId).scheduledEvents.fetch({ guildScheduledEvent: id, ...force })).name,
    update_guild_scheduled_event: async (guildId, id, options) =>
      (await guild(guildId).scheduledEvents.edit(id, options)).name,
    delete_guild_scheduled_event: (guildId, id) => guild(guildId).scheduledEvents.delete(id),
    list_guild_scheduled_event_users: async (guildId, id) =>
      ids(await guild(guildId).scheduledEvents.fetchSubscribers(id)),

    create_stage_instance: async (guildId, channelId, options) =>
      idOf(await guild(guildId).stageInstances.create(channelId, options)),
    get_stage_instance: async (guildId, channelId) =>
      (await guild(guildId).stageInstances.fetch(channelId, force)).topic,
    update_stage_instance: async (guildId, channelId, options) =>
      (await guild(guildId).stageInstances.edit(channelId, options)).topic,
    delete_stage_instance: (guildId, channelId) => guild(guildId).stageInstances.delete(channelId),

    invite_resolve: async (code) => (await client.fetchInvite(code)).guild.name,
    invite_revoke: (guildId, code) => guild(guildId).invites.delete(code),
    create_channel_invite: async (guildId, channelId, options) =>
      (await guild(guildId).invites.create(channelId, options)).code,
    list_channel_invites: async (guildId, channelId) =>
      ids(await guild(guildId).invites.fetch({ channelId })),
    list_guild_invites: async (guildId) => ids(await guild(guildId).invites.fetch()),
    get_invite_target_users: async (guildId, code) =>
      (await guild(guildId).invites.fetchTargetUsers(code)).toString("utf8"),
    update_invite_target_users: (guildId, code, users) =>
      guild(guildId).invites.updateTargetUsers(code, users),
    get_invite_target_users_job_status: async (guildId, code) =>
      (await guild(guildId).invites.fetchTargetUsersJobStatus(code)).status,

    get_channel: async (id) => (await client.channels.fetch(id, force)).name,
    list_messages: async (channelId, options) => ids(await channel(channelId).messages.fetch(options)),
    create_message: async (channelId, options) => idOf(await channel(channelId).send(withFiles(options))),
    bulk_delete_messages: async (channelId, messages) => ids(await channel(channelId).bulkDelete(messages)),
    get_message: async (channelId, id) =>
      (await channel(channelId).messages.fetch({ message: id, ...force })).content,
    update_message: async (channelId, id, options) =>
      (await channel(channelId).messages.edit(id, options)).content,
    delete_message: (channelId, id) => channel(channelId).messages.delete(id),
    trigger_typing_indicator: (channelId) => channel(channelId).sendTyping(),
    create_dm: async (userId) => idOf(await client.users.createDM(userId, force)),

    get_guild: async (id) => (await client.guilds.fetch({ guild: id, ...force })).name,
    update_guild: async (id, options) => (await guild(id).edit(options)).name,
    list_guild_channels: async (id) => ids(await guild(id).channels.fetch()),
    list_guild_members: async (id) => ids(await guild(id).members.list({ limit: 100 })),
    search_guild_members: async (id, query) => ids(await guild(id).members.search({ query })),
    get_guild_member: async (id, user) => (await guild(id).members.fetch({ user, ...force })).user.username,
    list_guild_roles: async (id) => ids(await guild(id).roles.fetch()),
    guild_role_member_counts: async (id) => Object.fromEntries(await guild(id).roles.fetchMemberCounts()),
    get_guild_role: async (id, roleId) => (await guild(id).roles.fetch(roleId, force)).name,
    list_my_guilds: async () => ids(await client.guilds.fetch()),

    update_my_guild_member: async (id, options) => (await guild(id).members.editMe(options)).nickname,
    add_guild_member: async (id, userId, accessToken) =>
      idOf(await guild(id).members.add(userId, { accessToken })),
    update_guild_member: async (id, userId, options) => idOf(await guild(id).members.edit(userId, options)),
    delete_guild_member: async (id, userId, reason) => void (await guild(id).members.kick(userId, reason)),
    add_guild_member_role: async (id, userId, roleId) => idOf(await member(id, userId).roles.add(roleId)),
    delete_guild_member_role: async (id, userId, roleId) =>
      idOf(await member(id, userId).roles.remove(roleId)),
    leave_guild: async (id) => idOf(await guild(id).leave()),
    list_guild_bans: async (id) => ids(await guild(id).bans.fetch()),
    get_guild_ban: async (id, user) => (await guild(id).bans.fetch({ user, ...force })).reason,
    ban_user_from_guild: async (id, userId, options) => void (await guild(id).bans.create(userId, options)),
    unban_user_from_guild: async (id, userId) => void (await guild(id).bans.remove(userId)),
    bulk_ban_users_from_guild: async (id, userIds) => guild(id).bans.bulkCreate(userIds),
    preview_prune_guild: (id, options) => guild(id).members.prune({ ...options, dry: true }),
    prune_guild: (id, options) => guild(id).members.prune(options),

    create_guild_role: async (id, options) => idOf(await guild(id).roles.create(options)),
    bulk_update_guild_roles: async (id, positions) => void (await guild(id).roles.setPositions(positions)),
    update_guild_role: async (id, roleId, options) => (await guild(id).roles.edit(roleId, options)).name,
    delete_guild_role: (id, roleId) => guild(id).roles.delete(roleId),

    create_guild_channel: async (id, options) => idOf(await guild(id).channels.create(options)),
    bulk_update_guild_channels: async (id, positions) =>
      void (await guild(id).channels.setPositions(positions)),
    update_channel: async (id, channelId, options) => {
      const place = channel(channelId);
      return (await (place.isThread() ? place.edit(options) : guild(id).channels.edit(channelId, options)))
        .name;
    },
    delete_channel: (id, channelId) => guild(id).channels.delete(channelId),
    set_channel_permission_overwrite: async (channelId, roleId, permissions) =>
      void (await channel(channelId).permissionOverwrites.create(roleId, permissions)),
    delete_channel_permission_overwrite: async (channelId, roleId) =>
      void (await channel(channelId).permissionOverwrites.delete(roleId)),

    get_self_voice_state: async (id) => (await guild(id).voiceStates.fetch("@me", force)).channelId,
    update_self_voice_state: async (id, options) => void (await guild(id).members.me.voice.edit(options)),
    get_voice_state: async (id, userId) => (await guild(id).voiceStates.fetch(userId, force)).channelId,
    update_voice_state: async (id, userId, options) =>
      void (await guild(id).voiceStates.cache.get(userId).edit(options)),
    list_voice_regions: async () => ids(await client.fetchVoiceRegions()),

    update_my_user: async (options) => (await client.user.edit(options)).username,
    get_user: async (id) => (await client.users.fetch(id, force)).username,

    create_webhook: async (channelId, options) => {
      const { id, token } = await channel(channelId).createWebhook(options);
      return { id, token };
    },
    list_channel_webhooks: async (channelId) => ids(await channel(channelId).fetchWebhooks()),
    get_guild_webhooks: async (id) => ids(await guild(id).fetchWebhooks()),
    get_webhook: async (id) => (await client.fetchWebhook(id)).name,
    update_webhook: async (id, channelId) => {
      const webhook = await client.fetchWebhook(id);
      return (await webhook.edit({ channel: channelId })).channelId;
    },
    delete_webhook: (id) => client.deleteWebhook(id),
    get_webhook_by_token: async (id, token) => (await client.fetchWebhook(id, token)).name,
    update_webhook_by_token: async (id, token, options) =>
      (await webhookClient(id, token).edit(options)).name,
    delete_webhook_by_token: (id, token) => webhookClient(id, token).delete(),
    execute_webhook: async (id, token, options) => idOf(await webhookClient(id, token).send(options)),
    get_webhook_message: async (id, token, messageId) =>
      (await webhookClient(id, token).fetchMessage(messageId)).content,
    update_webhook_message: async (id, token, messageId, options) =>
      (await webhookClient(id, token).editMessage(messageId, options)).content,
    delete_webhook_message: (id, token, messageId) => webhookClient(id, token).deleteMessage(messageId),

    add_my_message_reaction: async (channelId, id, emoji) =>
      void (await (await message(channelId, id)).react(emoji)),
    delete_my_message_reaction: async (channelId, id, emoji) =>
      void (await (await reaction(channelId, id, emoji)).users.remove()),
    delete_user_message_reaction: async (channelId, id, emoji, userId) =>
      void (await (await reaction(channelId, id, emoji)).users.remove(userId)),
    list_message_reactions_by_emoji: async (channelId, id, emoji) =>
      ids(await (await reaction(channelId, id, emoji)).users.fetch()),
    delete_all_message_reactions_by_emoji: async (channelId, id, emoji) =>
      void (await (await reaction(channelId, id, emoji)).remove()),
    delete_all_message_reactions: async (channelId, id) =>
      void (await (await message(channelId, id)).reactions.removeAll()),

    follow_channel: (guildId, channelId, targetId) =>
      guild(guildId).channels.addFollower(channelId, targetId),
    crosspost_message: async (channelId, id) =>
      (await (await message(channelId, id)).crosspost()).flags.has("Crossposted"),

    list_pins: async (channelId) =>
      (await channel(channelId).messages.fetchPins()).items.map((pin) => pin.message.id),
    create_pin: (channelId, id) => channel(channelId).messages.pin(id),
    delete_pin: (channelId, id) => channel(channelId).messages.unpin(id),
    deprecated_list_pins: async (channelId) => ids(await channel(channelId).messages.fetchPinned()),

    get_answer_voters: async (channelId, id, answerId) =>
      ids(await (await message(channelId, id)).poll.answers.get(answerId).voters.fetch()),
    poll_expire: async (channelId, id) =>
      (await channel(channelId).messages.endPoll(id)).poll.resultsFinalized,
  };
}
