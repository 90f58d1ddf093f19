import type { GroupContext } from "../../wire/index.js";
import { wipeEpochSecrets, type EpochSecrets } from "./key-schedule.js";
import type { PrivateKeys } from "./private-keys.js";
import type { RatchetTree } from "./ratchet-tree.js";

/** A member's state of one epoch. Changes to it are made in copies. */
export interface EpochState {
  readonly context: GroupContext;
  readonly tree: RatchetTree;
  readonly secrets: EpochSecrets;
  readonly interimTranscriptHash: Uint8Array;
  readonly ownLeafIndex: number;
  readonly privateKeys: PrivateKeys;
}

export function wipeEpochState({ secrets, privateKeys }: EpochState): void {
  wipeEpochSecrets(secrets);
  privateKeys.wipe();
}
