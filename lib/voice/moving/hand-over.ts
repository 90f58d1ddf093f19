import {
  Departure,
  ownProcess,
  type Claims,
  type DepartingCall,
  type MoveChannel,
} from "../../call/index.js";
import { randomBytes, type Clock } from "../../net/index.js";
import {
  fleet,
  functionArgument,
  objectArgument,
  PIPE,
  type Authenticity,
  type MoveParts,
} from "../../protocol/index.js";
import { ArgumentError } from "../../wire/index.js";

/** What both processes of a move need. */
export interface MoveOptions {
  /** leads to the other process, and to no other */
  channel: MoveChannel;
  /**
   * At least 32 random bytes that all processes of a fleet have. Needed when others can write to the channel, as across machines. Default:
   * the channel is a pipe between a process and its child, or between two threads
   */
  fleetKey?: Uint8Array;
  /**
   * who decides which process has the call. Default: the process that has it, as long as it lives; the store of a call that is
   * kept, which both processes have as their option `keep`
   */
  claims?: Claims;
  /** ends the waiting for the other process */
  signal?: AbortSignal;
}

/** A checked target or source of a move. */
export interface CheckedMove extends MoveParts {
  readonly channel: MoveChannel;
  readonly claims: Claims | undefined;
  readonly signal: AbortSignal | undefined;
}

/** @throws {ArgumentError} */
export function moveArgument(name: string, options: MoveOptions): CheckedMove {
  const { channel, claims, signal } = objectArgument(name, options);
  objectArgument(`${name}.channel`, channel);
  for (const member of ["send", "onMessage"] as const)
    functionArgument(`${name}.channel.${member}`, channel[member]);
  const authenticity = authenticityOf(`${name}.fleetKey`, options.fleetKey);
  return { channel, claims, signal, authenticity, random: randomBytes, wallClock: () => Date.now() };
}

function authenticityOf(name: string, key: Uint8Array | undefined): Authenticity {
  if (key === undefined) return PIPE;
  if (!(key instanceof Uint8Array)) throw new ArgumentError(name, "bytes", typeof key);
  return fleet(key);
}

/** The one move of a call that is under way, on the side that has it. */
export function departureOf(
  call: DepartingCall,
  place: { readonly serverId: bigint; readonly userId: bigint; readonly fence: bigint },
  move: CheckedMove,
  parts: { readonly clock: Clock; dropped(error: unknown): void },
): Departure {
  const { serverId, userId, fence } = place;
  const offer = { call: `${String(serverId)}/${String(userId)}`, fence, source: ownProcess() };
  return new Departure(call, { ...move, ...parts, offer });
}
