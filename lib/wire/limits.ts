/** Longest lobby secret, characters. */
export const LOBBY_SECRET_MAX = 250;
/** Keys and values of one metadata map together, UTF-16 units. */
export const METADATA_TOTAL_MAX = 1000;
/** Members of one lobby. */
export const LOBBY_MEMBERS_MAX = 1000;
/** Lobbies one user may be in, per application. */
export const LOBBIES_PER_USER_MAX = 100;
export const LOBBY_IDLE_DEFAULT_S = 300;
export const LOBBY_IDLE_MIN_S = 5;
export const LOBBY_IDLE_MAX_S = 604_800;
/** Time after which a lobby secret no longer admits new members. */
export const LOBBY_SECRET_LIFE_MS = 30 * 24 * 3_600_000;
/** Guilds per request: maximum and default. */
export const USER_GUILDS_PAGE_MAX = 200;
/** Life of an invite to a lobby's linked channel, seconds; the invite works once. */
export const LOBBY_INVITE_LIFE_S = 3600;
/** Platform friends of one user; game friends have no limit. */
export const FRIENDS_MAX = 1000;
/** Blocked users per user. */
export const BLOCKS_MAX = 5000;
/** Length of a user name, characters. */
export const USERNAME_MIN = 2;
export const USERNAME_MAX = 32;
/** Length of the name that others see; the shortest has one character. */
export const DISPLAY_NAME_MAX = 32;
/** Longest name that a game can give one of its users, characters. */
export const APPLICATION_PROFILE_USERNAME_MAX = 1024;
/** Data of one profile: bytes as JSON, and fields that the game names itself. */
export const PROFILE_DATA_BYTES_MAX = 10_240;
export const PROFILE_DYNAMIC_FIELDS_MAX = 30;
/** Longest id that a game's account system can give one of its users, characters. */
export const EXTERNAL_ID_MAX = 1024;
/** Users whose external ids one request can ask for. */
export const IDENTITY_LOOKUP_MAX = 100;
/** Longest note sent with a friend request, characters. */
export const REQUEST_NOTE_MAX = 120;
/** Life of an access token, seconds. */
export const ACCESS_TOKEN_LIFE_S = 604_800;
/** Life of an ID token, seconds. */
export const ID_TOKEN_LIFE_S = 3600;
/** Longest `nonce` of an authorize request, characters. */
export const NONCE_MAX = 1024;
/** Life of an authorization code, seconds. */
export const AUTHORIZATION_CODE_LIFE_S = 60;
/** Life of a device code, seconds. */
export const DEVICE_CODE_LIFE_S = 300;
/** How long a device waits between two polls, seconds; each poll that comes too early adds as much (RFC 8628 section 3.5). */
export const DEVICE_POLL_INTERVAL_S = 5;
/** Length of the code that a player types, characters of `[A-Z0-9]`. */
export const USER_CODE_LENGTH = 8;
/** Bits of a user's `public_flags`. */
export const UserFlag = { ProvisionalAccount: 1 << 23 } as const;
/** Bits of a lobby member's `flags`. */
export const LobbyMemberFlag = { CanLinkLobby: 1 << 0 } as const;
/** Bits of a lobby's `flags`. */
export const LobbyFlag = { RequireApplicationAuthorization: 1 << 0 } as const;
/** Longest text of a message, characters. */
export const MESSAGE_CONTENT_MAX = 2000;
/** Metadata of one message: pairs, and length of a key or value. */
export const MESSAGE_METADATA_KEYS_MAX = 25;
export const MESSAGE_METADATA_LENGTH_MAX = 1024;
/** Invites of one server. */
export const INVITES_PER_GUILD_MAX = 1000;
/** Life of an invite, seconds. */
export const INVITE_AGE_MAX_S = 604_800;
export const INVITE_AGE_DEFAULT_S = 86_400;
export const INVITE_USES_MAX = 100;
/** Roles that an invite gives. */
export const INVITE_ROLES_MAX = 250;
/** Webhooks of one channel. */
export const WEBHOOKS_PER_CHANNEL_MAX = 15;
/** Longest name of a webhook, characters. */
export const WEBHOOK_NAME_MAX = 80;
/** Length of the tag that members of a guild can show, characters. */
export const GUILD_TAG_MIN = 1;
export const GUILD_TAG_MAX = 4;
/** Longest status of a voice channel, characters. */
export const VOICE_STATUS_MAX = 500;
/** Messages of one conversation that can be fetched. */
export const MESSAGE_HISTORY_MAX = 200;
/** Messages fetched when the request names no limit. */
export const MESSAGE_HISTORY_DEFAULT = 50;
/** How far back messages can be fetched. */
export const MESSAGE_HISTORY_MS = 72 * 3_600_000;
/** Messages of a guild's channel, or of a bot's conversation, that one request fetches. */
export const CHANNEL_HISTORY_PAGE_MAX = 100;
/** Stored messages of a bot's conversation with a user; guild channels keep all messages. */
export const BOT_CONVERSATION_MAX = 2000;
/** Time in which a nonce identifies the message that was sent with it. */
export const NONCE_WINDOW_MS = 5 * 60_000;
/** Messages that one request deletes. */
export const BULK_DELETE_MIN = 2;
export const BULK_DELETE_MAX = 100;
/** Messages older than this cannot be deleted in bulk. */
export const BULK_DELETE_AGE_MS = 14 * 24 * 3_600_000;
/** Different emojis with which users react to one message. */
export const REACTION_EMOJIS_MAX = 20;
/** Users who reacted, of one page. */
export const REACTORS_PAGE_MAX = 100;
export const REACTORS_PAGE_DEFAULT = 25;
/** Pinned messages of one channel, and of one page. */
export const PINS_MAX = 250;
export const PINS_PAGE_MAX = 50;
/** Files of one message, bytes of one of them, and bytes of a request with files. */
export const ATTACHMENTS_MAX = 10;
export const ATTACHMENT_BYTES_MAX = 10 * 1024 * 1024;
export const UPLOAD_BYTES_MAX = 25 * 1024 * 1024;
/** A file where a server is boosted most, or its sender has the largest subscription. */
export const LARGE_ATTACHMENT_BYTES_MAX = 100 * 1024 * 1024;
/** Lengths of what is said of a file, characters. */
export const ATTACHMENT_LENGTHS = { filename: 1024, title: 1024, description: 1024 } as const;
/** Polls: lengths in characters, number of answers, hours that they are open, users of one page. */
export const POLL_QUESTION_MAX = 300;
export const POLL_ANSWER_MAX = 55;
export const POLL_ANSWERS_MAX = 10;
export const POLL_HOURS_MAX = 32 * 24;
export const POLL_HOURS_DEFAULT = 24;
export const POLL_VOTERS_PAGE_MAX = 100;
export const POLL_VOTERS_PAGE_DEFAULT = 25;
/** Search: messages of one page, the largest offset, and how much a query may name. */
export const SEARCH_PAGE_MAX = 25;
export const SEARCH_OFFSET_MAX = 9975;
export const SEARCH_SLOP_MAX = 100;
export const SEARCH_SLOP_DEFAULT = 2;
export const SEARCH_CONTENT_MAX = 1024;
export const SEARCH_CHANNELS_MAX = 500;
export const SEARCH_VALUES_MAX = 100;
export const SEARCH_VALUE_LENGTH_MAX = 256;
export const SEARCH_FILENAME_LENGTH_MAX = 1024;
/** Limits of embeds: lengths in characters, number of fields. */
export const EMBED_LIMITS = {
  embeds: 10,
  title: 256,
  description: 4096,
  fields: 25,
  fieldName: 256,
  fieldValue: 1024,
  footer: 2048,
  author: 256,
  /** sum of all texts in all embeds of a message */
  total: 6000,
} as const;
/** Pairs of one message's moderation metadata. */
export const MODERATION_KEYS_MAX = 5;
export const MODERATION_KEY_LENGTH_MAX = 1024;
export const MODERATION_VALUE_LENGTH_MAX = 2000;
/** Longest name of a member in one guild, characters. */
export const NICK_MAX = 32;
/** Longest text of a member about itself in one guild, characters. */
export const MEMBER_BIO_MAX = 190;
/** Roles that one request gives a member. */
export const MEMBER_ROLES_MAX = 350;
/** Longest time-out of a member. */
export const TIMEOUT_MAX_MS = 28 * 24 * 3_600_000;
/** Channels of one guild. */
export const GUILD_CHANNELS_MAX = 500;
/** Longest name and topic of a guild's channel, characters. */
export const CHANNEL_NAME_MAX = 100;
export const CHANNEL_TOPIC_MAX = 1024;
/** Active threads of one server: of announcements, and all others. */
export const ACTIVE_THREADS_MAX = 1000;
export const THREAD_MEMBERS_MAX = 1000;
/** Members of a thread are counted up to here. */
export const THREAD_MEMBER_COUNT_MAX = 50;
/** Threads, and members of a thread, in one page. */
export const THREADS_PAGE_MAX = 100;

/** Longest slow mode, seconds. */
export const SLOWMODE_MAX_S = 21_600;
/** Overwrites that one request sets in a channel. */
export const CHANNEL_OVERWRITES_MAX = 100;
/** Roles of one guild, without @everyone. */
export const GUILD_ROLES_MAX = 250;
/** Longest name of a role, characters. */
export const ROLE_NAME_MAX = 100;
/** The three colours of every role that has a third one. */
export const HOLOGRAPHIC_COLORS = [11_127_295, 16_759_788, 16_761_760] as const;

/** Size of a picture that a client uploads, bytes. */
export const PICTURE_BYTES_MAX = 10 << 20;

/** Size of a custom emoji's picture, bytes. */
export const EMOJI_BYTES_MAX = 256 << 10;
/** Length of its name, characters. */
export const EMOJI_NAME_MIN = 2;
export const EMOJI_NAME_MAX = 32;
/** Emojis of one application. */
export const APPLICATION_EMOJIS_MAX = 2000;
/** Still emojis of one server, and as many animated ones. */
export const GUILD_EMOJIS_MAX = 50;

/** Size of a sticker's file, bytes. */
export const STICKER_BYTES_MAX = 512 << 10;
/** Its longest side, pixels. */
export const STICKER_SIDE_MAX = 320;
export const STICKER_SECONDS_MAX = 5;
/** Frames of a Lottie animation. */
export const STICKER_FRAMES_MAX = 1000;
/** Lengths, characters. */
export const STICKER_NAME_MIN = 2;
/** How long a session without a connection lasts unless its game asks again, milliseconds. */
export const HEADLESS_SESSION_MS = 20 * 60 * 1000;
export const STICKER_NAME_MAX = 30;
export const STICKER_DESCRIPTION_MAX = 100;
export const STICKER_TAGS_MAX = 200;
/** Stickers of one server. */
export const GUILD_STICKERS_MAX = 5;
/** Stickers of one message. */
export const MESSAGE_STICKERS_MAX = 3;
/** `type` of a sticker. */
export const StickerType = { Standard: 1, Guild: 2 } as const;
/** `format_type` of a sticker. */
export const StickerFormat = { Png: 1, Apng: 2, Lottie: 3, Gif: 4 } as const;

/** The file of a sound, bytes. */
export const SOUND_BYTES_MAX = 512 << 10;
/** How long it lasts, milliseconds. */
export const SOUND_MS_MAX = 5200;
/** Lengths, characters. */
export const SOUND_NAME_MIN = 2;
export const SOUND_NAME_MAX = 32;
/** Sounds of one server, by its boost level. */
export const GUILD_SOUNDS_MAX: readonly number[] = [8, 24, 36, 48];

/** Scheduled events of one server that are not over. */
export const SCHEDULED_EVENTS_MAX = 100;
export const SCHEDULED_EVENT_NAME_MAX = 100;
export const SCHEDULED_EVENT_DESCRIPTION_MAX = 1000;
export const SCHEDULED_EVENT_LOCATION_MAX = 100;
/** Users in one page of an event's interested users. */
export const SCHEDULED_EVENT_USERS_PAGE_MAX = 100;
/** Length of a stage's topic, characters. */
export const STAGE_TOPIC_MAX = 120;
/** `privacy_level` of a stage. */
export const StagePrivacyLevel = { GuildOnly: 2 } as const;
/** A stage without a speaker closes after this time, milliseconds: "on the order of minutes", says the documentation. */
export const STAGE_SILENCE_MS = 5 * 60 * 1000;
/** Rules of automatic moderation in one server, for each trigger type. */
export const AUTO_MODERATION_RULES_MAX: ReadonlyMap<number, number> = new Map([
  [1, 6],
  [3, 1],
  [4, 1],
  [5, 1],
  [6, 1],
]);
export const AUTO_MODERATION_NAME_MAX = 100;
export const AUTO_MODERATION_ACTIONS_MAX = 5;
export const AUTO_MODERATION_KEYWORDS_MAX = 1000;
/** Length of one keyword, characters. */
export const AUTO_MODERATION_KEYWORD_MAX = 60;
export const AUTO_MODERATION_PATTERNS_MAX = 10;
/** Length of one regular expression, characters. */
export const AUTO_MODERATION_PATTERN_MAX = 260;
/** Allowed keywords of rules with keywords of their own; rules with presets may have 1,000. */
export const AUTO_MODERATION_ALLOWED_MAX = 100;
export const AUTO_MODERATION_PRESET_ALLOWED_MAX = 1000;
/** Users and roles that one message may mention: the highest limit, and the one of a rule that names none. */
export const AUTO_MODERATION_MENTIONS_MAX = 50;
export const AUTO_MODERATION_MENTIONS_DEFAULT = 20;
export const AUTO_MODERATION_EXEMPT_ROLES_MAX = 20;
export const AUTO_MODERATION_EXEMPT_CHANNELS_MAX = 50;
/** Longest notice to the author of a blocked message, characters. */
export const AUTO_MODERATION_MESSAGE_MAX = 150;
export const AUTO_MODERATION_TIMEOUT_MAX_S = 2_419_200;
/** Bans in one page, and at most in one request that bans several users. */
export const BANS_PAGE_MAX = 1000;
export const BULK_BAN_MAX = 200;
/** How old the messages may be that a ban deletes, seconds. */
export const BAN_DELETE_MAX_S = 604_800;
