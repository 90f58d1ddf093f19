import davey from "@snazzah/davey";
import { VoiceOpcode } from "sdkpp/wire";

/** One message of the voice gateway, without its number: JSON or binary by its opcode. */
export type DaveMessage =
  { readonly op: number; readonly d: unknown } | { readonly op: number; readonly payload: Uint8Array };

/** A client of the delivery service, driven by tests: message in, answers out. */
export interface DaveClient {
  readonly userId: string;
  /** The 30-digit code, or undefined outside a group. */
  readonly privacyCode: string | undefined;
  /** @param nowMs of a clock that does not run backwards. @throws the error that would end a client that does not catch */
  receive(message: DaveMessage, nowMs?: number): DaveMessage[];
}

type Fields = Readonly<Record<string, unknown>>;

const SILENT = "";

/** The independent implementation (OpenMLS inside), used in the same way as in `@discordjs/voice` 0.19. */
export class DaveyMember implements DaveClient {
  readonly userId: string;
  /** op 31 sent */
  failures = 0;
  readonly executed: number[] = [];
  version = 0;
  readonly #channelId: string;
  readonly #known = new Set<string>();
  readonly #pending = new Map<number, number>();
  #session: davey.DAVESession | undefined;
  #isReinitializing = false;

  constructor(userId: string, channelId: string) {
    this.userId = userId;
    this.#channelId = channelId;
  }

  get privacyCode(): string | undefined {
    const code = this.#session?.voicePrivacyCode ?? SILENT;
    return code === SILENT || this.version === 0 ? undefined : code;
  }

  get epoch(): bigint | undefined {
    return this.#session?.epoch ?? undefined;
  }

  get session(): davey.DAVESession {
    if (this.#session === undefined) throw new Error("no session");
    return this.#session;
  }

  receive(message: DaveMessage): DaveMessage[] {
    return "payload" in message
      ? this.#binary(message.op, Buffer.from(message.payload))
      : this.#text(message.op, message.d as Fields);
  }

  #text(op: number, d: Fields): DaveMessage[] {
    switch (op) {
      case VoiceOpcode.SessionDescription:
        this.version = d["dave_protocol_version"] as number;
        return this.version > 0 ? [this.#reinit()] : [];
      case VoiceOpcode.ClientsConnect:
        for (const id of d["user_ids"] as string[]) this.#known.add(id);
        return [];
      case VoiceOpcode.ClientDisconnect:
        this.#known.delete(d["user_id"] as string);
        return [];
      case VoiceOpcode.DavePrepareTransition:
        return this.#prepare(d["transition_id"] as number, d["protocol_version"] as number);
      case VoiceOpcode.DaveExecuteTransition:
        this.#execute(d["transition_id"] as number);
        return [];
      case VoiceOpcode.DavePrepareEpoch:
        if ((d["epoch"] as number) !== 1) return [];
        this.version = d["protocol_version"] as number;
        return [this.#reinit()];
      default:
        return [];
    }
  }

  #binary(op: number, payload: Buffer): DaveMessage[] {
    switch (op) {
      case VoiceOpcode.MlsExternalSender:
        this.session.setExternalSender(payload);
        return [];
      case VoiceOpcode.MlsProposals:
        return this.#proposals(payload);
      case VoiceOpcode.MlsAnnounceCommit:
        return this.#transition(payload, (body) => this.session.processCommit(body));
      case VoiceOpcode.MlsWelcome:
        return this.#transition(payload, (body) => this.session.processWelcome(body));
      default:
        return [];
    }
  }

  #proposals(payload: Buffer): DaveMessage[] {
    const { commit, welcome } = this.session.processProposals(payload[0]!, payload.subarray(1), [
      ...this.#known,
    ]);
    if (commit === undefined) return [];
    const answer = welcome === undefined ? commit : Buffer.concat([commit, welcome]);
    return [{ op: VoiceOpcode.MlsCommitWelcome, payload: answer }];
  }

  #transition(payload: Buffer, process: (body: Buffer) => void): DaveMessage[] {
    const id = payload.readUInt16BE(0);
    try {
      process(payload.subarray(2));
    } catch {
      return this.#recover(id);
    }
    if (id === 0) {
      this.#isReinitializing = false;
      return [];
    }
    this.#pending.set(id, this.version);
    return [{ op: VoiceOpcode.DaveTransitionReady, d: { transition_id: id } }];
  }

  /** Reports only the first failure, like the library. */
  #recover(id: number): DaveMessage[] {
    if (this.#isReinitializing) return [];
    this.#isReinitializing = true;
    this.failures += 1;
    return [{ op: VoiceOpcode.MlsInvalidCommitWelcome, d: { transition_id: id } }, this.#reinit()];
  }

  #prepare(id: number, version: number): DaveMessage[] {
    this.#pending.set(id, version);
    if (id !== 0) return [{ op: VoiceOpcode.DaveTransitionReady, d: { transition_id: id } }];
    this.#execute(id);
    return [];
  }

  #execute(id: number): void {
    const version = this.#pending.get(id);
    if (version === undefined) return;
    this.version = version;
    this.#isReinitializing = false;
    this.#pending.delete(id);
    this.executed.push(id);
  }

  #reinit(): DaveMessage {
    if (this.#session === undefined)
      this.#session = new davey.DAVESession(this.version, this.userId, this.#channelId);
    else this.#session.reinit(this.version, this.userId, this.#channelId);
    return { op: VoiceOpcode.MlsKeyPackage, payload: this.#session.getSerializedKeyPackage() };
  }
}
