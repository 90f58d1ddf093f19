import type { WorldView } from "../../state/index.js";
import { idArgument, type IdLike } from "../argument.js";
import { ErrorType } from "../enums.js";
import type { Host } from "../host-options.js";
import type { ClientCreateOptions } from "../values/client-create-options.js";
import type { ClientResult } from "../values/client-result.js";
import { addressesOf } from "./addresses.js";
import type { CallbackQueue } from "./callback-queue.js";
import { failed, success } from "./failure.js";

export interface OpenMessageParts {
  host: Host;
  options: ClientCreateOptions;
  world: WorldView;
  queue: CallbackQueue;
}

/** Shows a message in the platform's own app, which registers itself for its web addresses. */
export class OpenMessage {
  readonly #parts: OpenMessageParts;

  constructor(parts: OpenMessageParts) {
    this.#parts = parts;
  }

  async open(messageId: IdLike, mergeRequired: (() => void) | undefined): Promise<ClientResult> {
    const { host, options, world, queue } = this.#parts;
    const message = world.messages.get(idArgument("messageId", messageId));
    if (message?.isStored !== true)
      return failed(ErrorType.ValidationError, "the message is in no channel of the app");
    const own = world.users.currentId;
    if (own !== undefined && world.users.get(own)?.isProvisional === true) {
      if (mergeRequired !== undefined) queue.enqueue(mergeRequired);
      return failed(ErrorType.ValidationError, "a provisional user has to merge with an account first");
    }
    const { webBase } = addressesOf(options);
    await host.openUrl(`${webBase}/channels/@me/${String(message.channelId)}/${String(message.id)}`);
    return success();
  }
}
