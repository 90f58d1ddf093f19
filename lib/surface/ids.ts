/** A 64-bit id in decimal digits, as pages keep it: `bigint` has no place in JSON or in a React key. `Of` tells ids of different things apart. */
export type Id<Of extends string> = string & { readonly __of: Of };

/** The id of a user. */
export type UserId = Id<"user">;
/** The id of a lobby, which is that of its call, too. */
export type LobbyId = Id<"lobby">;
/** The id of a channel. */
export type ChannelId = Id<"channel">;
/** The id of a message. */
export type MessageId = Id<"message">;
/** The id of a server. */
export type GuildId = Id<"guild">;
/** The id of an application. */
export type ApplicationId = Id<"application">;
