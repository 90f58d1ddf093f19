import { parseAcknowledgedDisclosures, reasonOf } from "../../protocol/index.js";
import type { MessageFacts, MessageRecord, World, WorldEvent } from "../../state/index.js";
import { ApplicationDisclosure, Route } from "../../wire/index.js";
import { DisclosureTypes, LoggingSeverity } from "../enums.js";
import type { Api } from "./api.js";
import type { ClientLogs } from "./client-logs.js";
import type { ClientSession } from "./client-session.js";

export interface DisclosureParts {
  api: Api;
  session: ClientSession;
  world: World;
  logs: ClientLogs;
  applicationId: () => bigint;
  changeWorld: (event: WorldEvent) => void;
  destroyed: AbortSignal;
}

const NOTICE = "Messages that you write here can also be seen in the platform's own app.";
/** The low bits of an id. All of them set: after the message, before every later one, and no id of the platform's. */
const LAST_OF_MILLISECOND = 0x3f_ffffn;

/**
 * Tells a user once that messages written in the game can be seen outside it, with a notice in the conversation that
 * exists in this client only. Whether it was told before, the platform remembers.
 */
export class Disclosure {
  readonly #parts: DisclosureParts;
  /** of the present user */
  #toldUser: bigint | undefined;

  constructor(parts: DisclosureParts) {
    this.#parts = parts;
  }

  /** The user sent a message. Never fails and keeps nobody waiting. */
  sent(messageId: bigint): void {
    const { world } = this.#parts;
    const message = world.messages.get(messageId);
    const own = world.users.currentId;
    if (message?.isStored !== true || own === undefined || own === this.#toldUser) return;
    this.#toldUser = own;
    this.#tell(message).catch((error: unknown) => this.#failed(error));
  }

  async #tell(message: MessageRecord): Promise<void> {
    const { api, session, applicationId, changeWorld, destroyed: signal } = this.#parts;
    const path = Route.applicationDisclosures(applicationId());
    const known = parseAcknowledgedDisclosures(
      await api.call({ method: "GET", path, signal }, session.token),
    );
    if (known?.includes(ApplicationDisclosure.DataSharingMessage) !== false) return;
    const notice = this.#noticeAfter(message);
    if (notice === undefined) return;
    changeWorld({ type: "message", message: notice });
    // Behind the telling: who goes before the platform knows is told twice, and not never.
    const json = { disclosures: [ApplicationDisclosure.DataSharingMessage] };
    await api.call({ method: "POST", path, json, signal }, session.token);
  }

  #noticeAfter(message: MessageRecord): MessageFacts | undefined {
    const { id, channelId, lobbyId, recipientId, authorId, sentAt } = message;
    const author = this.#parts.world.users.get(authorId);
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
