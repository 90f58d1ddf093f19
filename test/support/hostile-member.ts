import { VoiceOpcode } from "sdkpp/wire";
import type { DaveClient, DaveMessage } from "./davey-member.js";

/** Sends key packages that its author made up, whenever one is asked for, and nothing else. */
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
