import { VoiceOpcode } from "sdkpp/wire";
import type { DaveClient, DaveMessage } from "./davey-member.js";

/** Answers each request for a key package with a forged one, and sends nothing else. */
export class HostileMember implements DaveClient {
  readonly privacyCode = undefined;
  sent = 0;
  asked = 0;

  constructor(
    readonly userId: string,
    readonly make: () => Uint8Array,
  ) {}

  receive({ op }: DaveMessage): DaveMessage[] {
    if (op === VoiceOpcode.DavePrepareEpoch) this.asked += 1;
    if (op !== VoiceOpcode.SessionDescription && op !== VoiceOpcode.DavePrepareEpoch) return [];
    this.sent += 1;
    return [{ op: VoiceOpcode.MlsKeyPackage, payload: this.make() }];
  }
}
