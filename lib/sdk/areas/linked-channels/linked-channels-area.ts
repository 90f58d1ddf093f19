import {
  parseGuildChannels,
  parseGuilds,
  parseInviteCode,
  reasonOf,
  type CheckedGuild,
  type CheckedGuildChannel,
} from "../../../protocol/index.js";
import { invitePagePath, Route, USER_GUILDS_PAGE_MAX, type LinkChannelBody } from "../../../wire/index.js";
import { idArgument, type IdLike } from "../../argument.js";
import { addressesFor } from "../../core/api/addresses.js";
import type { ClientLogs } from "../../core/logs/client-logs.js";
import { parsed, success } from "../../core/operations/failure.js";
import type { Feature } from "../../core/events/feature.js";
import type { WorldAccess } from "../../core/world/live-world.js";
import {
  resultAnd,
  resultOnly,
  Task,
  type TaskOf,
  type OperationCall,
  type Shape,
} from "../../core/operations/task.js";
import { mergeRequiredArgument, type ProvisionalMerge } from "../../core/operations/provisional-merge.js";
import type { PlayerApi } from "../../core/api/player-api.js";
import { LoggingSeverity, type ChannelType } from "../../../enums/index.js";
import type { Host } from "../../host-options.js";
import type { ClientCreateOptions } from "../../values/client-create-options.js";
import type { ClientResult } from "../../values/client-result.js";
import { type GuildChannel, guildChannelOf } from "../../values/guild-channel.js";
import { type GuildMinimal, guildMinimalOf } from "../../values/guild-minimal.js";
import { linkedLobbyOf } from "../../values/linked-lobby.js";
import { inListOrder } from "./guild-channel-order.js";

export interface GuildList {
  result: ClientResult;
  guilds: GuildMinimal[];
}

const guildsShape: Shape<GuildList, [ClientResult, GuildMinimal[]]> = resultAnd("guilds", () => []);

export interface GuildChannelList {
  result: ClientResult;
  guildChannels: GuildChannel[];
}

const guildChannelsShape: Shape<GuildChannelList, [ClientResult, GuildChannel[]]> = resultAnd(
  "guildChannels",
  () => [],
);

export interface LinkedLobbyInvite {
  result: ClientResult;
  inviteUrl: string;
}

const inviteShape: Shape<LinkedLobbyInvite, [ClientResult, string]> = resultAnd("inviteUrl", () => "");

export interface LinkedChannelsParts {
  playerApi: PlayerApi;
  world: Pick<WorldAccess, "view" | "until">;
  merge: Pick<ProvisionalMerge, "passed">;
  host: Pick<Host, "openUrl">;
  options: ClientCreateOptions;
  logs: ClientLogs;
}

/** The player's servers and their channels, and the links between channels and lobbies. */
export class LinkedChannelsArea implements Feature {
  readonly #parts: LinkedChannelsParts;

  constructor(parts: LinkedChannelsParts) {
    this.#parts = parts;
  }

  guilds(): TaskOf<typeof guildsShape> {
    return new Task(guildsShape, (call) => this.#guilds(call));
  }

  channels(guildId: IdLike): TaskOf<typeof guildChannelsShape> {
    return new Task(guildChannelsShape, (call) => this.#channels(guildId, call));
  }

  link(lobbyId: IdLike, channelId: IdLike): TaskOf<typeof resultOnly> {
    return new Task(resultOnly, async (call) => {
      const lobby = idArgument("lobbyId", lobbyId);
      return this.#relink(lobby, idArgument("channelId", channelId), call);
    });
  }

  unlink(lobbyId: IdLike): TaskOf<typeof resultOnly> {
    return new Task(resultOnly, async (call) =>
      this.#relink(idArgument("lobbyId", lobbyId), undefined, call),
    );
  }

  invite(lobbyId: IdLike, mergeRequired: (() => void) | undefined): TaskOf<typeof inviteShape> {
    return new Task(inviteShape, async (call) =>
      this.#invite(lobbyId, mergeRequiredArgument(mergeRequired), call),
    );
  }

  /** Requests pages until one is not full. */
  async #guilds({ functionName, signal }: OperationCall): Promise<GuildList> {
    this.#parts.playerApi.require(functionName);
    const guilds: CheckedGuild[] = [];
    for (let after = 0n; ;) {
      const page = await this.#guildsAfter(after, signal);
      guilds.push(...page);
      const last = page.at(-1)?.id ?? 0n;
      // A platform without paging would send the same page for ever.
      if (page.length < USER_GUILDS_PAGE_MAX || last <= after) break;
      after = last;
    }
    return { result: success(), guilds: guilds.map((guild) => guildMinimalOf(guild)) };
  }

  async #channels(guildId: IdLike, { functionName, signal }: OperationCall): Promise<GuildChannelList> {
    const path = `${Route.guildChannels(idArgument("guildId", guildId))}?with_can_link_lobby=true`;
    this.#parts.playerApi.require(functionName);
    const channels = parsed(parseGuildChannels(await this.#get(path, signal)), "a list of channels");
    return { result: success(), guildChannels: inListOrder(channels).map(channelValue) };
  }

  /** After a merge, the request uses the new token at once: the client need not be ready again. */
  async #invite(
    lobbyId: IdLike,
    mergeRequired: (() => void) | undefined,
    { functionName, signal }: OperationCall,
  ): Promise<LinkedLobbyInvite> {
    const { playerApi, options, merge } = this.#parts;
    const path = Route.ownLobbyInvites(idArgument("lobbyId", lobbyId));
    const { webBase } = addressesFor(options);
    playerApi.require(functionName);
    await merge.passed(mergeRequired, signal);
    signal.throwIfAborted();
    const body = await playerApi.call({ method: "POST", path, signal });
    const code = parsed(parseInviteCode(body), "an invite");
    const inviteUrl = webBase + invitePagePath(code);
    await this.#open(inviteUrl);
    return { result: success(), inviteUrl };
  }

  async #relink(
    lobbyId: bigint,
    channelId: bigint | undefined,
    { functionName, signal }: OperationCall,
  ): Promise<ClientResult> {
    const { playerApi, world } = this.#parts;
    const path = Route.lobbyChannelLinking(lobbyId);
    const json: LinkChannelBody = channelId === undefined ? {} : { channel_id: String(channelId) };
    playerApi.require(functionName);
    await playerApi.call({ method: "PATCH", path, json, signal });
    await world.until(() => world.view.lobbies.get(lobbyId)?.linkedChannel?.id === channelId);
    return success();
  }

  async #guildsAfter(after: bigint, signal: AbortSignal): Promise<CheckedGuild[]> {
    const query = `?limit=${String(USER_GUILDS_PAGE_MAX)}&after=${String(after)}`;
    return parsed(parseGuilds(await this.#get(Route.userGuilds() + query, signal)), "a list of guilds");
  }

  #get(path: string, signal: AbortSignal): Promise<unknown> {
    return this.#parts.playerApi.call({ method: "GET", path, signal });
  }

  /** An invite works once, so the caller gets its address even when its page cannot be opened. */
  async #open(inviteUrl: string): Promise<void> {
    const { host, logs } = this.#parts;
    try {
      await host.openUrl(inviteUrl);
    } catch (error) {
      const reason = reasonOf(error);
      logs.write("general", LoggingSeverity.Warning, `could not open the invite's page: ${reason}`);
    }
  }
}

function channelValue({ type, linkedLobby, ...channel }: CheckedGuildChannel): GuildChannel {
  return guildChannelOf({
    ...channel,
    type: type as ChannelType,
    linkedLobby: linkedLobby && linkedLobbyOf(linkedLobby),
  });
}
