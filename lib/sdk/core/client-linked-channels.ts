import {
  parseGuildChannels,
  parseGuilds,
  parseInviteCode,
  reasonOf,
  type CheckedGuild,
  type CheckedGuildChannel,
} from "../../protocol/index.js";
import type { WorldView } from "../../state/index.js";
import { invitePagePath, Route, USER_GUILDS_PAGE_MAX, type LinkChannelBody } from "../../wire/index.js";
import { idArgument, type IdLike } from "../argument.js";
import { LoggingSeverity, type ChannelType } from "../enums.js";
import type { Host } from "../host-options.js";
import type { ClientCreateOptions } from "../values/client-create-options.js";
import type { ClientResult } from "../values/client-result.js";
import { GuildChannel } from "../values/guild-channel.js";
import { GuildMinimal } from "../values/guild-minimal.js";
import { LinkedLobby } from "../values/linked-lobby.js";
import { addressesFor } from "./addresses.js";
import type { Api } from "./api.js";
import type { ClientLogs } from "./client-logs.js";
import type { ClientSession } from "./client-session.js";
import { answered, success } from "./failure.js";
import { inListOrder } from "./guild-channel-order.js";
import type { Shape } from "./operation.js";
import type { ProvisionalMerge } from "./provisional-merge.js";
import type { WorldNews } from "./world-news.js";

export interface GuildsValue {
  result: ClientResult;
  guilds: GuildMinimal[];
}

export const guildsShape: Shape<GuildsValue, [ClientResult, GuildMinimal[]]> = {
  failed: (result) => ({ result, guilds: [] }),
  args: ({ result, guilds }) => [result, guilds],
  result: ({ result }) => result,
};

export interface GuildChannelsValue {
  result: ClientResult;
  guildChannels: GuildChannel[];
}

export const guildChannelsShape: Shape<GuildChannelsValue, [ClientResult, GuildChannel[]]> = {
  failed: (result) => ({ result, guildChannels: [] }),
  args: ({ result, guildChannels }) => [result, guildChannels],
  result: ({ result }) => result,
};

export interface InviteValue {
  result: ClientResult;
  inviteUrl: string;
}

export const inviteShape: Shape<InviteValue, [ClientResult, string]> = {
  failed: (result) => ({ result, inviteUrl: "" }),
  args: ({ result, inviteUrl }) => [result, inviteUrl],
  result: ({ result }) => result,
};

export interface LinkedChannelParts {
  host: Pick<Host, "openUrl">;
  options: ClientCreateOptions;
  api: Api;
  session: ClientSession;
  world: WorldView;
  news: WorldNews;
  merge: ProvisionalMerge;
  logs: ClientLogs;
}

/** Servers of the player, their channels, and lobbies that are linked to one. */
export class ClientLinkedChannels {
  readonly #parts: LinkedChannelParts;

  constructor(parts: LinkedChannelParts) {
    this.#parts = parts;
  }

  /** Page after page, until one is not full. */
  async guilds(signal: AbortSignal): Promise<GuildsValue> {
    this.#require("GetUserGuilds");
    const guilds: CheckedGuild[] = [];
    for (let after = 0n; ;) {
      const page = await this.#guildsAfter(after, signal);
      guilds.push(...page);
      const last = page.at(-1)?.id ?? 0n;
      // A platform that does not know pages would send the same one for ever.
      if (page.length < USER_GUILDS_PAGE_MAX || last <= after) break;
      after = last;
    }
    return { result: success(), guilds: guilds.map((guild) => GuildMinimal.of(guild)) };
  }

  async channels(guildId: IdLike, signal: AbortSignal): Promise<GuildChannelsValue> {
    const path = `${Route.guildChannels(idArgument("guildId", guildId))}?with_can_link_lobby=true`;
    this.#require("GetGuildChannels");
    const channels = answered(parseGuildChannels(await this.#get(path, signal)), "no list of channels");
    return { result: success(), guildChannels: inListOrder(channels).map(channelValue) };
  }

  async link(lobbyId: IdLike, channelId: IdLike, signal: AbortSignal): Promise<ClientResult> {
    const lobby = idArgument("lobbyId", lobbyId);
    return this.#relink("LinkChannelToLobby", lobby, idArgument("channelId", channelId), signal);
  }

  async unlink(lobbyId: IdLike, signal: AbortSignal): Promise<ClientResult> {
    return this.#relink("UnlinkChannelFromLobby", idArgument("lobbyId", lobbyId), undefined, signal);
  }

  /** After a merge the client need not be ready again: the invite is asked for with the new token at once. */
  async invite(
    lobbyId: IdLike,
    mergeRequired: (() => void) | undefined,
    signal: AbortSignal,
  ): Promise<InviteValue> {
    const { api, session, options, merge } = this.#parts;
    const path = Route.ownLobbyInvites(idArgument("lobbyId", lobbyId));
    const { webBase } = addressesFor(options);
    this.#require("JoinLinkedLobbyGuild");
    await merge.passed(mergeRequired, signal);
    signal.throwIfAborted();
    const answer = await api.call({ method: "POST", path, signal }, session.token);
    const code = answered(parseInviteCode(answer), "no invite");
    const inviteUrl = webBase + invitePagePath(code);
    await this.#open(inviteUrl);
    return { result: success(), inviteUrl };
  }

  async #relink(
    functionName: string,
    lobbyId: bigint,
    channelId: bigint | undefined,
    signal: AbortSignal,
  ): Promise<ClientResult> {
    const { api, session, world, news } = this.#parts;
    const path = Route.lobbyChannelLinking(lobbyId);
    const json: LinkChannelBody = channelId === undefined ? {} : { channel_id: String(channelId) };
    this.#require(functionName);
    await api.call({ method: "PATCH", path, json, signal }, session.token);
    await news.until(() => world.lobbies.get(lobbyId)?.linkedChannel?.id === channelId);
    return success();
  }

  async #guildsAfter(after: bigint, signal: AbortSignal): Promise<CheckedGuild[]> {
    const query = `?limit=${String(USER_GUILDS_PAGE_MAX)}&after=${String(after)}`;
    return answered(parseGuilds(await this.#get(Route.userGuilds() + query, signal)), "no list of guilds");
  }

  #get(path: string, signal: AbortSignal): Promise<unknown> {
    const { api, session } = this.#parts;
    return api.call({ method: "GET", path, signal }, session.token);
  }

  /** The invite serves once: who cannot be shown its page still gets its address. */
  async #open(inviteUrl: string): Promise<void> {
    const { host, logs } = this.#parts;
    try {
      await host.openUrl(inviteUrl);
    } catch (error) {
      const reason = reasonOf(error);
      logs.write("general", LoggingSeverity.Warning, `the invite's page could not be opened: ${reason}`);
    }
  }

  #require(functionName: string): void {
    this.#parts.session.requireReady();
    this.#parts.session.requireEnabled(functionName);
  }
}

function channelValue({ type, linkedLobby, ...channel }: CheckedGuildChannel): GuildChannel {
  return GuildChannel.of({
    ...channel,
    type: type as ChannelType,
    linkedLobby: linkedLobby && LinkedLobby.of(linkedLobby),
  });
}
