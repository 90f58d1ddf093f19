import type { MessageRecord, WorldView } from "../../state/index.js";
import { idArgument, type IdLike } from "../argument.js";
import { ErrorType } from "../enums.js";
import type { Host } from "../host-options.js";
import type { ClientCreateOptions } from "../values/client-create-options.js";
import type { ClientResult } from "../values/client-result.js";
import { addressesFor } from "./addresses.js";
import { failed, success } from "./failure.js";
import { openPage } from "./open-page.js";
import type { ProvisionalMerge } from "./provisional-merge.js";

export interface OpenMessageParts {
  host: Host;
  options: ClientCreateOptions;
  world: WorldView;
  merge: ProvisionalMerge;
}

/** Shows a message in the platform's own app, which registers itself for its web addresses. */
export class OpenMessage {
  readonly #parts: OpenMessageParts;

  constructor(parts: OpenMessageParts) {
    this.#parts = parts;
  }

  /** The message is looked up before the merge, after which another account's messages are in memory. */
  async open(
    messageId: IdLike,
    mergeRequired: (() => void) | undefined,
    signal: AbortSignal,
  ): Promise<ClientResult> {
    const { host, options, world, merge } = this.#parts;
    const message = world.messages.get(idArgument("messageId", messageId));
    if (message?.isStored !== true)
      return failed(ErrorType.ValidationError, "the message is in no channel of the app");
    const { webBase } = addressesFor(options);
    const url = `${webBase}/channels/${this.#serverOf(message)}/${String(message.channelId)}/${String(message.id)}`;
    await merge.passed(mergeRequired, signal);
    signal.throwIfAborted();
    await openPage(host, "the message's page", url);
    return success();
  }
  /** The server that the linked channel of its lobby stands in; a conversation of two is in none. */
  #serverOf({ lobbyId, channelId }: MessageRecord): string {
    const channel = lobbyId === undefined ? undefined : this.#parts.world.lobbies.get(lobbyId)?.linkedChannel;
    return channel?.id === channelId ? String(channel.guildId) : "@me";
  }
}
