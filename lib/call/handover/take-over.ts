import type { Clock } from "../../net/index.js";
import { FieldReader, type Move } from "../../protocol/index.js";
import { SdkError } from "../../wire/index.js";
import type { VoiceConnection } from "../voice-connection.js";
import type { Claims } from "./claims.js";

/** The part of a connection that a call from another process needs. */
export type ComingCall = Pick<VoiceConnection, "thaw" | "handedOver">;

export interface TakeOverParts<Call extends ComingCall> {
  readonly move: Pick<Move, "call" | "fence" | "target">;
  readonly claims: Claims;
  readonly clock: Clock;
  /** Opens what was sealed for this process. */
  open(sealed: Uint8Array): Uint8Array;
  /** `VoiceConnection.restore`, then its callbacks and subscriptions. */
  restore(saved: FieldReader): Call;
}

/**
 * Goes on with a call that another process hands over. It is restored first and claimed then, so that no time passes between
 * the claim and the first packet.
 * @returns the call, which runs
 * @throws {SdkError} as `MoveTarget.open`; HANDOVER_TOO_LATE: the call goes on elsewhere; HANDOVER_UNDECIDED: the claims did not answer,
 *   and the call has to be joined anew
 * @throws {RestoreError} when it cannot be restored
 */
export async function takeOver<Call extends ComingCall>(
  sealed: Uint8Array,
  parts: TakeOverParts<Call>,
): Promise<Call> {
  const call = restored(sealed, parts);
  try {
    await claimed(parts);
  } catch (error) {
    call.handedOver();
    throw error;
  }
  call.thaw();
  return call;
}

function restored<Call extends ComingCall>(
  sealed: Uint8Array,
  { clock, open, restore }: TakeOverParts<Call>,
): Call {
  const record = open(sealed);
  try {
    return restore(new FieldReader(record, clock.now(), "call"));
  } finally {
    record.fill(0);
  }
}

async function claimed({
  move: { call, fence, target },
  claims,
}: Pick<TakeOverParts<ComingCall>, "move" | "claims">): Promise<void> {
  let isOurs: boolean;
  try {
    isOurs = await claims.claim(call, fence, target);
  } catch (error) {
    throw new SdkError(
      "HANDOVER_UNDECIDED",
      `call ${call}: expected to learn who has it, received an error; join it anew`,
      { cause: error },
    );
  }
  if (!isOurs)
    throw new SdkError(
      "HANDOVER_TOO_LATE",
      `call ${call}: expected to be the first with fence ${String(fence)}, received a refusal; it goes on where it was`,
    );
}
