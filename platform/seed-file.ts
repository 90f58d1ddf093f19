import type { Permission } from "sdkpp/wire";

/** A world to begin with. Things refer to each other by their names. */
export interface SeedFile {
  /** People. */
  readonly users?: readonly SeedUser[];
  /** Games and bots. */
  readonly applications?: readonly SeedApplication[];
  /** Pairs of users who are friends. */
  readonly friends?: readonly (readonly string[])[];
  /** Servers. */
  readonly guilds?: readonly SeedGuild[];
  /** Lobbies of games, which their secrets name. One without a connected member ends after five minutes. */
  readonly lobbies?: readonly SeedLobby[];
}

/** A person with an account. */
export interface SeedUser {
  readonly username: string;
  /** The name that others see. */
  readonly globalName?: string;
  readonly email?: string;
  /** Subscription: 0 none, 1 classic, 2 full, 3 basic. */
  readonly premiumType?: 0 | 1 | 2 | 3;
}

/** A game or a bot. */
export interface SeedApplication {
  readonly name: string;
  readonly description?: string;
  /** User name of its developer. */
  readonly owner?: string;
  /** Whether it has a bot; default true. */
  readonly bot?: boolean;
  /** Lets the client authenticate; never exported. */
  readonly secret?: string;
  readonly redirectUris?: readonly string[];
  readonly skus?: readonly SeedSku[];
}

/** Something that an application sells. */
export interface SeedSku {
  readonly name: string;
  readonly kind: "durable" | "consumable" | "userSubscription" | "guildSubscription";
  /** Whether it is for sale; default true. */
  readonly isAvailable?: boolean;
}

/** Names of permissions. */
export type SeedPermissions = readonly (keyof typeof Permission)[];

/** A server. */
export interface SeedGuild {
  readonly name: string;
  /** User name of its owner, who is a member. */
  readonly owner: string;
  /** User names of the other members. */
  readonly members?: readonly string[];
  /** Names of applications whose bots are members. */
  readonly bots?: readonly string[];
  /** Permissions of all members; default those of a new server. */
  readonly everyone?: SeedPermissions;
  /** Lowest first. */
  readonly roles?: readonly SeedRole[];
  /** In their order; a category precedes its channels. */
  readonly channels?: readonly SeedChannel[];
}

/** A role of a server. */
export interface SeedRole {
  readonly name: string;
  /** Default none. */
  readonly permissions?: SeedPermissions;
  /** User names of members who have it. */
  readonly members?: readonly string[];
  /** Names of applications whose bots have it. */
  readonly bots?: readonly string[];
}

/** A channel of a server. */
export interface SeedChannel {
  readonly name: string;
  readonly kind: "text" | "voice" | "stage" | "category" | "announcement";
  /** Name of its category. */
  readonly category?: string;
  readonly topic?: string;
  /** Age-restricted; default false. */
  readonly nsfw?: boolean;
  /** Most users in its call; default 0: no limit. */
  readonly userLimit?: number;
  /** Permissions that differ from those of the server; a category's are not those of its channels. */
  readonly overwrites?: readonly SeedOverwrite[];
}

/** Permissions in one channel: of a role, of a member, or of a bot; exactly one of the three is given. */
export interface SeedOverwrite {
  /** Name of a role; `@everyone` stands for all members. */
  readonly role?: string;
  /** User name of a member. */
  readonly member?: string;
  /** Name of the application whose bot it is for. */
  readonly bot?: string;
  /** Default none. */
  readonly allow?: SeedPermissions;
  /** Default none. */
  readonly deny?: SeedPermissions;
}

/** A lobby of a game. */
export interface SeedLobby {
  /** Name of its application, which has a bot. */
  readonly application: string;
  /** Lets players join who know it; 1 to 250 characters. */
  readonly secret: string;
  /** User names; at least one. */
  readonly members: readonly string[];
  /** At most 25 pairs. */
  readonly metadata?: Readonly<Record<string, string>>;
}
