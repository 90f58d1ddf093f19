import type * as CallDoor from "../../../call/index.js";
import type { SignatureKeys, VerifiedKeys } from "../../../call/index.js";
import { randomBytes } from "../../../net/index.js";
import type { Api } from "../../core/api/api.js";
import type { ClientLogs } from "../../core/logs/client-logs.js";
import type { ClientSession } from "../../core/session/session.js";
import { LoggingSeverity } from "../../../enums/index.js";
import type { Host } from "../../host-options.js";
import { IdentityKeys } from "./identity-keys.js";
import { VoiceKeyDirectory } from "./voice-key-directory.js";

/** The resources that all calls of a client share. */
export interface VoiceEngine {
  readonly Connection: typeof CallDoor.VoiceConnection;
  readonly signatureKeys: SignatureKeys;
  readonly identity: IdentityKeys;
  readonly verifiedKeys: VerifiedKeys;
  readonly directory: VoiceKeyDirectory;
}

export interface VoiceEngineParts {
  host: Pick<Host, "identityKeyStore">;
  api: Api;
  session: ClientSession;
  logs: ClientLogs;
}

/** @param module the code of calls, which is loaded while the client connects */
export function createVoiceEngine(
  module: typeof CallDoor,
  { host, api, session, logs }: VoiceEngineParts,
): VoiceEngine {
  const signatureKeys = new module.SignatureKeys(randomBytes);
  const store = host.identityKeyStore;
  const failed = (reason: string): void =>
    logs.write("voice", LoggingSeverity.Error, `the store of verified keys failed: ${reason}`);
  return {
    Connection: module.VoiceConnection,
    signatureKeys,
    identity: new IdentityKeys(store, signatureKeys, logs),
    verifiedKeys: new module.VerifiedKeys({ store, failed }),
    directory: new VoiceKeyDirectory({ api, session, logs }),
  };
}
