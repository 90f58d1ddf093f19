import type { ActivityInvite, Client, Subscription } from "sdkpp";
import { ClientStatus, RelationshipType } from "sdkpp/enums";
import { INVITE, type InviteRecord, type OperationName } from "sdkpp/surface";
import { read } from "./read.js";
import type { Records } from "./records.js";

/** Invites that pages see; beyond it the oldest leaves. */
const INVITES_MAX = 20;
/** Invites that are remembered, answered ones included; as many as the SDK has. */
const KNOWN_MAX = 200;

/** Operations that answer the invite of their first argument. */
const ANSWERS: ReadonlySet<OperationName> = new Set(["acceptActivityInvite", "sendActivityJoinRequestReply"]);

/** Gathers the invites and join requests that the player can still answer: a client tells of each once and has no list of them. */
export class InvitesWatch {
  readonly #client: Client;
  readonly #records: Records;
  readonly #subscriptions: readonly Subscription[];
  /** Of the invites that came: whether they are answered. The oldest first. */
  readonly #known = new Map<string, boolean>();
  #userId: bigint | undefined;

  constructor(client: Client, records: Records) {
    this.#client = client;
    this.#records = records;
    this.#userId = client.getCurrentUserV2()?.id;
    this.#subscriptions = this.#listen();
  }

  /** A page has done an operation. */
  done(name: OperationName, args: readonly unknown[]): void {
    if (ANSWERS.has(name)) this.#answered((args[0] as InviteRecord).messageId);
  }

  end(): void {
    for (const one of this.#subscriptions) one.dispose();
  }

  #listen(): Subscription[] {
    const client = this.#client;
    return [
      client.on("activityInviteCreated", (invite) => this.#came(invite)),
      client.on("activityInviteUpdated", (invite) => this.#changed(invite)),
      client.on("relationshipCreated", (id) => this.#relationshipChanged(id)),
      client.on("relationshipGroupsUpdated", (id) => this.#relationshipChanged(id)),
      client.on("statusChanged", (status) => this.#statusChanged(status)),
    ];
  }

  /** The client tells of an invite once more when the player has accepted it on another device. */
  #came(invite: ActivityInvite): void {
    const id = String(invite.messageId);
    if (this.#known.has(id)) return this.#answered(id);
    this.#know(id, false);
    this.#changed(invite);
  }

  #changed(invite: ActivityInvite): void {
    const id = String(invite.messageId);
    const isOpen = invite.valid && this.#known.get(id) === false && !this.#isBlocked(invite.senderId);
    if (!isOpen) return this.#records.remove("invites", id);
    this.#records.put("invites", read(INVITE, invite) as InviteRecord);
    this.#removeOldest();
  }

  #answered(messageId: string): void {
    this.#know(messageId, true);
    this.#records.remove("invites", messageId);
  }

  #know(messageId: string, isAnswered: boolean): void {
    this.#known.set(messageId, isAnswered);
    const [oldest] = this.#known.keys();
    if (this.#known.size > KNOWN_MAX && oldest !== undefined) this.#known.delete(oldest);
  }

  /** An invite that is valid again may be older than the others, so the ids decide: they grow with time. */
  #removeOldest(): void {
    const ids = this.#records.keys("invites");
    if (ids.length <= INVITES_MAX) return;
    const oldest = ids.reduce((left, right) => (BigInt(right) < BigInt(left) ? right : left));
    this.#records.remove("invites", oldest);
  }

  #relationshipChanged(userId: bigint): void {
    if (!this.#isBlocked(userId)) return;
    for (const id of this.#records.keys("invites")) {
      const { senderId } = this.#records.get("invites", id) as InviteRecord;
      if (senderId === String(userId)) this.#records.remove("invites", id);
    }
  }

  #isBlocked(userId: bigint): boolean {
    const { discordRelationshipType, gameRelationshipType } = this.#client.getRelationshipHandle(userId);
    return [discordRelationshipType, gameRelationshipType].includes(RelationshipType.Blocked);
  }

  /** Invites end with the connection that they came by, and are another user's when a token is. */
  #statusChanged(status: ClientStatus): void {
    if (status !== ClientStatus.Disconnected && status !== ClientStatus.Ready) return;
    const userId = status === ClientStatus.Ready ? this.#client.getCurrentUserV2()?.id : undefined;
    if (userId !== this.#userId) this.#forgetAll();
    this.#userId = userId;
  }

  #forgetAll(): void {
    this.#known.clear();
    for (const id of this.#records.keys("invites")) this.#records.remove("invites", id);
  }
}
