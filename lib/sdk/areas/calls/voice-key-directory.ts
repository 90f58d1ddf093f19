import type { KeyDirectory } from "../../../call/index.js";
import { reasonOf, type SignatureKeyPair } from "../../../protocol/index.js";
import {
  encodeDataUrl,
  Route,
  VOICE_KEY_VERSION,
  type MatchVoiceKeyBody,
  type UploadVoiceKeyBody,
} from "../../../wire/index.js";
import { LoggingSeverity } from "../../../enums/index.js";
import type { Api } from "../../core/api/api.js";
import type { ClientLogs } from "../../core/logs/client-logs.js";
import type { ClientSession } from "../../core/session/session.js";

export interface VoiceKeyDirectoryParts {
  api: Api;
  session: Pick<ClientSession, "facts" | "token">;
  logs: ClientLogs;
}

/**
 * The platform's directory of persistent identity keys: uploads the player's own key and looks up those of others. Its
 * responses only decide whether a verified key is worth storing, because nothing proves them.
 */
export class VoiceKeyDirectory implements KeyDirectory {
  readonly #parts: VoiceKeyDirectoryParts;
  /** session and key of the last upload that was tried */
  #uploaded = "";

  constructor(parts: VoiceKeyDirectoryParts) {
    this.#parts = parts;
  }

  /** Uploads a persistent key, once per session. Calls work without it, so a failure is only logged. */
  offer(key: SignatureKeyPair | undefined): void {
    const sessionId = this.#parts.session.facts?.staticSessionId;
    if (key === undefined || sessionId === undefined) return;
    const upload = `${sessionId} ${Buffer.from(key.publicKey).toString("hex")}`;
    if (upload === this.#uploaded) return;
    this.#uploaded = upload;
    this.#upload(key, sessionId).catch((error: unknown) => {
      this.#uploaded = "";
      this.#warn(`could not upload the identity key: ${reasonOf(error)}`);
    });
  }

  async #upload(key: SignatureKeyPair, sessionId: string): Promise<void> {
    // Part of the code of calls, which is not loaded when the package is imported.
    const { selfSignature } = await import("../../../protocol/dave/self-signature.js");
    const body: UploadVoiceKeyBody = {
      key_version: VOICE_KEY_VERSION,
      public_key: encodeDataUrl(key.publicKey),
      signature: encodeDataUrl(selfSignature(key, sessionId)),
    };
    const { api, session } = this.#parts;
    await api.call({ method: "PUT", path: Route.voicePublicKeys(), json: body }, session.token);
  }

  async matches(userId: bigint, publicKey: Uint8Array): Promise<boolean> {
    const { api, session } = this.#parts;
    const json: MatchVoiceKeyBody = { key_version: VOICE_KEY_VERSION, public_key: encodeDataUrl(publicKey) };
    try {
      const request = { method: "POST", path: Route.matchVoicePublicKey(userId), json } as const;
      const body = await api.call(request, session.token);
      return (body as { is_match?: unknown } | null)?.is_match === true;
    } catch (error) {
      this.#warn(`could not look up the identity key of user ${String(userId)}: ${reasonOf(error)}`);
      return false;
    }
  }

  #warn(message: string): void {
    this.#parts.logs.write("voice", LoggingSeverity.Warning, message);
  }
}
