import type { MessageRecord, WorldView } from "../../../state/index.js";
import { RpcCommand, type RpcOpenMessageArgs } from "../../../wire/index.js";
import { idArgument, type IdLike } from "../../argument.js";
import { addressesFor } from "../../core/api/addresses.js";
import type { Desktop } from "../../core/desktop/desktop.js";
import { failed, success } from "../../core/operations/failure.js";
import { openPage } from "../../core/desktop/open-page.js";
import type { ProvisionalMerge } from "../../core/operations/provisional-merge.js";
import { ErrorType } from "../../../enums/index.js";
import type { Host } from "../../host-options.js";
import type { ClientCreateOptions } from "../../values/client-create-options.js";
import type { ClientResult } from "../../values/client-result.js";

export interface MessagePageParts {
  host: Pick<Host, "openUrl">;
  options: ClientCreateOptions;
  world: WorldView;
  merge: Pick<ProvisionalMerge, "passed">;
  desktop: Pick<Desktop, "ask" | "pid">;
}

/** A message in the desktop app, or its web page where the player is signed in to none. */
export class MessagePage {
  readonly #parts: MessagePageParts;

  constructor(parts: MessagePageParts) {
    this.#parts = parts;
  }

  /** Finds the message before a merge: afterwards, memory has the messages of another account. */
  async open(
    messageId: IdLike,
    mergeRequired: (() => void) | undefined,
    signal: AbortSignal,
  ): Promise<ClientResult> {
    const { host, options, world, merge, desktop } = this.#parts;
    const message = world.messages.get(idArgument("messageId", messageId));
    if (message?.isStored !== true)
      return failed(ErrorType.ValidationError, "the platform's own app does not show this message");
    const { webBase } = addressesFor(options);
    const server = this.#serverOf(message);
    const [channel, id] = [String(message.channelId), String(message.id)];
    await merge.passed(mergeRequired, signal);
    signal.throwIfAborted();
    const args: RpcOpenMessageArgs = {
      ...(server === undefined ? {} : { guild_id: server }),
      ...{ channel_id: channel, message_id: id, pid: desktop.pid },
    };
    if (await desktop.ask(world.users.currentId, { cmd: RpcCommand.OpenMessage, args })) return success();
    signal.throwIfAborted();
    await openPage(host, "the message's page", `${webBase}/channels/${server ?? "@me"}/${channel}/${id}`);
    return success();
  }

  /** The server of the lobby's linked channel; a direct conversation is in no server. */
  #serverOf({ lobbyId, channelId }: MessageRecord): string | undefined {
    const channel = lobbyId === undefined ? undefined : this.#parts.world.lobbies.get(lobbyId)?.linkedChannel;
    return channel?.id === channelId ? String(channel.guildId) : undefined;
  }
}
