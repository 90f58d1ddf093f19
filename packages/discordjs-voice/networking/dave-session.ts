import { EventEmitter } from "node:events";

/** What a program can ask of the group: the engine has the keys, so that requests do nothing. */
export interface DAVESessionMethods {
  readonly ready: boolean;
  readonly voicePrivacyCode: string;
  canPassthrough(userId: string): boolean;
  decrypt(userId: string, mediaType: 0 | 1, packet: Buffer): Buffer;
  encryptOpus(packet: Buffer): Buffer;
  getVerificationCode(userId: string): Promise<string>;
  reset(): void;
  setPassthroughMode(passthrough: boolean, expiry?: number): void;
}

/** What of the engine's end-to-end encryption a session shows. */
export interface DAVEView {
  privacyCode(): string;
  verificationCode(userId: string): Promise<string | undefined>;
  isOn(): boolean;
}

const NOTHING: DAVEView = {
  privacyCode: () => "",
  verificationCode: () => Promise.resolve(undefined),
  isOn: () => false,
};

/**
 * The end-to-end encryption of a voice session, as far as programs reach for it. The engine does all of it: this class answers
 * questions, and what it is asked to do is done already or not needed.
 */
export class DAVESession extends EventEmitter {
  readonly channelId: string;
  readonly userId: string;
  readonly protocolVersion: number;
  /** Not known. */
  lastTransitionId?: number | undefined;
  /** The engine recovers by itself. */
  reinitializing = false;
  readonly session: DAVESessionMethods;
  readonly #view: DAVEView;

  constructor(
    protocolVersion: number,
    userId: string,
    channelId: string,
    _options: { decryptionFailureTolerance?: number | undefined } = {},
    view: DAVEView = NOTHING,
  ) {
    super();
    this.protocolVersion = protocolVersion;
    this.userId = userId;
    this.channelId = channelId;
    this.#view = view;
    this.session = methodsOver(this, view);
  }

  /** 30 digits, equal for all members; null without encryption. */
  get voicePrivacyCode(): string | null {
    return this.#view.isOn() ? this.#view.privacyCode() : null;
  }

  /** @throws Error when the channel is not encrypted, or the user is not in the encrypted call */
  async getVerificationCode(userId: string): Promise<string> {
    const code = await this.#view.verificationCode(userId);
    if (code === undefined) throw new Error(`user ${userId} is not in an encrypted call with this bot`);
    return code;
  }

  /** Does nothing. */
  reinit(): void {
    return undefined;
  }

  /** Does nothing. */
  setExternalSender(_externalSender: Buffer): void {
    return undefined;
  }

  /** @returns false: there is nothing to announce */
  prepareTransition(_data: object): boolean {
    return false;
  }

  /** @returns false: there is nothing to execute */
  executeTransition(_transitionId: number): boolean {
    return false;
  }

  /** Does nothing. */
  prepareEpoch(_data: object): void {
    return undefined;
  }

  /** Does nothing. */
  recoverFromInvalidTransition(_transitionId: number): void {
    return undefined;
  }

  /** @returns undefined: there is nothing to send */
  processProposals(_payload: Buffer, _connectedClients: Set<string>): Buffer | undefined {
    return undefined;
  }

  /** Does nothing. */
  processCommit(_payload: Buffer): { success: boolean; transitionId: number } {
    return { success: true, transitionId: 0 };
  }

  /** Does nothing. */
  processWelcome(_payload: Buffer): { success: boolean; transitionId: number } {
    return { success: true, transitionId: 0 };
  }

  /** @returns the packet as it is: the engine encrypts */
  encrypt(packet: Buffer): Buffer {
    return packet;
  }

  /** @returns the packet as it is: the engine has decrypted it */
  decrypt(packet: Buffer, _userId: string): Buffer | null {
    return packet;
  }

  /** Does nothing. */
  destroy(): void {
    return undefined;
  }
}

function methodsOver(session: DAVESession, view: DAVEView): DAVESessionMethods {
  return {
    get ready(): boolean {
      return view.isOn();
    },
    get voicePrivacyCode(): string {
      return view.privacyCode();
    },
    canPassthrough: () => false,
    decrypt: (_userId, _mediaType, packet) => packet,
    encryptOpus: (packet) => packet,
    getVerificationCode: (userId) => session.getVerificationCode(userId),
    reset: () => undefined,
    setPassthroughMode: () => undefined,
  };
}
