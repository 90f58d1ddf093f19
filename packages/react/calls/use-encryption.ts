import type { CallRecord, LobbyId } from "sdkpp/surface";
import { useRecord } from "../store/use-record.js";

/** How far a call is encrypted, and the code that its participants compare. */
export type CallEncryption = CallRecord["encryption"];

/**
 * Returns the encryption of the player's call in a lobby; undefined without a call. It renders when that changes.
 * @example
 * const encryption = useEncryption(lobbyId);
 * return encryption?.state === "on" ? <code>{encryption.privacyCode}</code> : null;
 */
export function useEncryption(lobbyId: LobbyId | undefined): CallEncryption | undefined {
  return useRecord("calls", lobbyId, encryptionOf);
}

function encryptionOf(call: CallRecord | undefined): CallEncryption | undefined {
  return call?.encryption;
}
