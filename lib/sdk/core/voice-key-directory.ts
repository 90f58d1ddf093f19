import type { KeyDirectory } from "../../call/index.js";
import { reasonOf, selfSignature, type SignatureKeyPair } from "../../protocol/index.js";
import {
  encodeDataUrl,
  Route,
  VOICE_KEY_VERSION,
  type MatchVoiceKeyBody,
  type UploadVoiceKeyBody,
} from "../../wire/index.js";
import { LoggingSeverity } from "../enums.js";
import type { Api } from "./api.js";
import type { ClientLogs } from "./client-logs.js";
import type { ClientSession } from "./client-session.js";

export interface VoiceKeyDirectoryParts {
  api: Api;
  session: ClientSession;
  logs: ClientLogs;
}

/**
 * The platform's list of the identity keys that users keep: tells it the own one, and asks it about those of others. What
 * it says is the platform's word: it decides only whether a verified key is worth storing.
 */
export class VoiceKeyDirectory implements KeyDirectory {
  readonly #parts: VoiceKeyDirectoryParts;
  /** session and key of the newest upload that was tried */
  #uploaded = "";

  constructor(parts: VoiceKeyDirectoryParts) {
    this.#parts = parts;
  }

  /** Uploads a key that is kept, once per session. Without it calls work just as well, so it only logs a failure. */
  offer(key: SignatureKeyPair | undefined): void {
    const sessionId = this.#parts.session.ready?.staticSessionId;
    if (key === undefined || sessionId === undefined) return;
    const upload = `${sessionId} ${Buffer.from(key.publicKey).toString("hex")}`;
    if (upload === this.#uploaded) return;
    this.#uploaded = upload;
    const body: UploadVoiceKeyBody = {
      key_version: VOICE_KEY_VERSION,
      public_key: encodeDataUrl(key.publicKey),
      signature: encodeDataUrl(selfSignature(key, sessionId)),
    };
    const { api, session } = this.#parts;
    const sent = api.call({ method: "PUT", path: Route.voicePublicKeys(), json: body }, session.token);
    sent.catch((error: unknown) => {
      this.#uploaded = "";
      this.#warn(`the identity key was not uploaded: ${reasonOf(error)}`);
    });
  }

  async matches(userId: bigint, publicKey: Uint8Array): Promise<boolean> {
    const { api, session } = this.#parts;
    const body: MatchVoiceKeyBody = { key_version: VOICE_KEY_VERSION, public_key: encodeDataUrl(publicKey) };
    try {
      const request = { method: "POST", path: Route.matchVoicePublicKey(userId), json: body } as const;
      const answer = await api.call(request, session.token);
      return (answer as { is_match?: unknown } | null)?.is_match === true;
    } catch (error) {
      this.#warn(`could not ask whether user ${String(userId)} keeps this key: ${reasonOf(error)}`);
      return false;
    }
  }

  #warn(message: string): void {
    this.#parts.logs.write("voice", LoggingSeverity.Warning, message);
  }
}
