import {
  Departure,
  ownProcess,
  type DepartingCall,
  type HandOverOutcome,
  type Keeper,
  type MoveChannel,
  type VoiceConnection,
} from "../../call/index.js";
import { randomBytes, type Clock } from "../../net/index.js";
import { PIPE, reasonOf, type FieldWriter } from "../../protocol/index.js";
import { SdkError } from "../../wire/index.js";
import { NOT_JOINED } from "../served-moves.js";
import { LOBBY_FIELDS } from "./lobby-record.js";
import type { ServedInput } from "./served-input.js";

export interface LeavingConnectionParts {
  readonly call: string;
  /** undefined: it is not there yet */
  readonly connection: VoiceConnection | undefined;
  readonly keeper: Keeper | undefined;
  readonly input: ServedInput | undefined;
  readonly channel: MoveChannel;
  readonly clock: Clock;
  readonly wallClock: () => number;
  /** Nothing is sent any more, as long as nobody takes it. */
  still(): void;
  warn(message: string): void;
}

/**
 * Hands a game's call over to the voice process at the other end of the channel.
 * @throws {SdkError} SESSION_NOT_JOINED; KEEP_STORE_SILENT; as `Departure.run`. It goes on here
 */
export async function handOverConnection(
  parts: LeavingConnectionParts,
  signal: AbortSignal,
): Promise<HandOverOutcome> {
  const { call, connection, keeper, input, channel, clock, wallClock, warn } = parts;
  if (connection === undefined || keeper === undefined || input === undefined)
    throw new SdkError("SESSION_NOT_JOINED", NOT_JOINED);
  const { claims, fence } = keeper.handOver();
  const departure = new Departure(departing(parts, { connection, keeper, input }), {
    ...{ channel, claims, clock, wallClock, signal },
    offer: { call, fence: fence + 1n, source: ownProcess() },
    // the processes are children of one supervisor, whose pipes lead to nobody else
    authenticity: PIPE,
    random: randomBytes,
    dropped: (error) => warn(reasonOf(error)),
  });
  return departure.run();
}

interface Leaving {
  readonly connection: VoiceConnection;
  readonly keeper: Keeper;
  readonly input: ServedInput;
}

function departing({ still }: LeavingConnectionParts, { connection, keeper, input }: Leaving): DepartingCall {
  const goOn = (): void => {
    input.hold(false);
    keeper.goOn();
  };
  return {
    async freeze() {
      still();
      keeper.hold();
      input.hold(true);
      await connection.freeze().catch((error: unknown) => {
        goOn();
        throw error;
      });
    },
    save: (out) => saveLobby(out, connection, input),
    relay: (to) => connection.relay(to),
    sendFrame: (frame) => connection.sendFrame(frame),
    thaw() {
      connection.thaw();
      goOn();
    },
    handedOver: () => connection.handedOver(),
  };
}

function saveLobby(out: FieldWriter, connection: VoiceConnection, input: ServedInput): void {
  out.record(LOBBY_FIELDS.connection, () => connection.save(out));
  out.record(LOBBY_FIELDS.input, () => input.save(out));
}
