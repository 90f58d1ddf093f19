import { parseAcknowledgedDisclosures, reasonOf } from "../../../protocol/index.js";
import type { MessageFacts, MessageRecord } from "../../../state/index.js";
import { ApplicationDisclosure, Route } from "../../../wire/index.js";
import { DisclosureTypes, LoggingSeverity } from "../../../enums/index.js";
import type { ClientLogs } from "../logs/client-logs.js";
import type { WorldAccess } from "../world/live-world.js";
import type { PlayerApi } from "../api/player-api.js";

export interface DisclosureParts {
  playerApi: PlayerApi;
  world: WorldAccess;
  logs: ClientLogs;
  application: { readonly id: bigint };
  destroyed: AbortSignal;
}

const NOTICE = "Messages that you write here can also be seen in the platform's own app.";
/** The low bits of an id. With all of them set, the notice sorts after its message and before every later one. */
const LAST_OF_MILLISECOND = 0x3f_ffffn;

/**
 * Informs a user once that messages written in the game are visible outside it, by a notice in the conversation that only
 * this client has. The platform remembers which users have seen it.
 */
export class Disclosure {
  readonly #parts: DisclosureParts;
  /** the user who has been informed, or is being informed */
  #informedUser: bigint | undefined;

  constructor(parts: DisclosureParts) {
    this.#parts = parts;
  }

  /** Starts in the background after the player has sent a message; never fails. */
  sent(messageId: bigint): void {
    const world = this.#parts.world.view;
    const message = world.messages.get(messageId);
    const own = world.users.currentId;
    if (message?.isStored !== true || own === undefined || own === this.#informedUser) return;
    this.#informedUser = own;
    this.#inform(message).catch((error: unknown) => this.#failed(error));
  }

  async #inform(message: MessageRecord): Promise<void> {
    const { playerApi, world, application, destroyed: signal } = this.#parts;
    const path = Route.applicationDisclosures(application.id);
    const known = parseAcknowledgedDisclosures(await playerApi.call({ method: "GET", path, signal }));
    if (known?.includes(ApplicationDisclosure.DataSharingMessage) !== false) return;
    const notice = this.#noticeAfter(message);
    if (notice === undefined) return;
    world.apply({ type: "message", message: notice });
    // Acknowledged after the notice: a client that ends in between shows it twice instead of never.
    const json = { disclosures: [ApplicationDisclosure.DataSharingMessage] };
    await playerApi.call({ method: "POST", path, json, signal });
  }

  #noticeAfter(message: MessageRecord): MessageFacts | undefined {
    const { id, channelId, lobbyId, recipientId, authorId, sentAt } = message;
    const author = this.#parts.world.view.users.get(authorId);
    if (author === undefined) return undefined;
    return {
      ...{ channelId, lobbyId, recipientId, author, sentAt },
      id: id | LAST_OF_MILLISECOND,
      channelType: undefined,
      mentions: [],
      content: NOTICE,
      editedAt: 0,
      applicationId: undefined,
      sentFromGame: false,
      additionalName: undefined,
      additionalContent: undefined,
      metadata: undefined,
      moderationMetadata: undefined,
      disclosureType: DisclosureTypes.MessageDataVisibleOnDiscord,
    };
  }

  #failed(error: unknown): void {
    const reason = reasonOf(error);
    this.#parts.logs.write("general", LoggingSeverity.Info, `disclosure: ${reason}`);
  }
}
