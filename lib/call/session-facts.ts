import {
  savedFields,
  Secret,
  type FieldReader,
  type FieldWriter,
  type VoiceCredentials,
} from "../protocol/index.js";

/** A server update whose endpoint is known. */
export interface VoiceServer {
  endpoint: string;
  token: Secret;
}

const FIELDS = savedFields({
  serverId: 1,
  userId: 2,
  channelId: 3,
  sessionId: 4,
  server: 5,
  endpoint: 6,
  token: 7,
});

/** The facts that a voice session needs before it can be opened. They arrive in two events, in any order. */
export class SessionFacts {
  readonly #serverId: bigint;
  #userId: bigint | undefined;
  #channelId: bigint | undefined;
  #sessionId: string | undefined;
  #server: VoiceServer | undefined;

  constructor(serverId: bigint, userId: bigint | undefined) {
    this.#serverId = serverId;
    this.#userId = userId;
  }

  /** @throws {RestoreError} */
  static restore(saved: FieldReader): SessionFacts {
    const facts = new SessionFacts(saved.u64(FIELDS.serverId), saved.maybeU64(FIELDS.userId));
    facts.#channelId = saved.maybeU64(FIELDS.channelId);
    facts.#sessionId = saved.maybeText(FIELDS.sessionId);
    const server = saved.maybeInner(FIELDS.server);
    facts.#server = server && {
      endpoint: server.text(FIELDS.endpoint),
      token: new Secret(server.text(FIELDS.token)),
    };
    return facts;
  }

  /** The token is in it. */
  save(out: FieldWriter): void {
    out.number(FIELDS.serverId, this.#serverId);
    out.number(FIELDS.userId, this.#userId);
    out.number(FIELDS.channelId, this.#channelId);
    out.text(FIELDS.sessionId, this.#sessionId);
    const server = this.#server;
    if (server === undefined) return;
    out.record(FIELDS.server, () => {
      out.text(FIELDS.endpoint, server.endpoint);
      out.text(FIELDS.token, server.token.reveal());
    });
  }

  get serverId(): bigint {
    return this.#serverId;
  }

  get userId(): bigint | undefined {
    return this.#userId;
  }

  get channelId(): bigint | undefined {
    return this.#channelId;
  }

  get sessionId(): string | undefined {
    return this.#sessionId;
  }

  /** Group of the end-to-end encryption: the channel's id, and where there is no other the server's own. */
  get groupId(): bigint {
    return this.#channelId ?? this.#serverId;
  }

  get endpoint(): string | undefined {
    return this.#server?.endpoint;
  }

  /** @returns whether a session can be opened that could not be before, or only with the old id */
  learnState(userId: bigint, sessionId: string, channelId: bigint | undefined): boolean {
    const isNews = this.#userId !== userId || this.#sessionId !== sessionId;
    this.#channelId = channelId;
    this.#userId = userId;
    this.#sessionId = sessionId;
    return isNews && this.isComplete();
  }

  /** @returns whether a session can be opened now */
  learnServer(server: VoiceServer): boolean {
    this.#server = server;
    return this.isComplete();
  }

  forgetServer(): void {
    this.#server = undefined;
  }

  isComplete(): boolean {
    return this.credentials() !== undefined;
  }

  credentials(): VoiceCredentials | undefined {
    if (this.#server === undefined || this.#sessionId === undefined || this.#userId === undefined)
      return undefined;
    const { token } = this.#server;
    return { serverId: this.#serverId, userId: this.#userId, sessionId: this.#sessionId, token };
  }
}
