import { arrive, KeptClaims, ownProcess, TimedStore, type Arrived } from "../call/index.js";
import { loadAddon } from "../native/index.js";
import { systemClock, type Clock } from "../net/index.js";
import { reasonOf, type FieldReader } from "../protocol/index.js";
import type { MovedIn } from "./bot-voice-connection.js";
import type { VoiceOptions } from "./join-options.js";
import { keepArgument, type KeepOptions } from "./keeping/keep-options.js";
import { revive, type ReviveOptions } from "./keeping/revive.js";
import { comeIn } from "./moving/come-in.js";
import { moveArgument } from "./moving/hand-over.js";
import { parseHostEvent } from "./moving/host-event.js";
import { playOn } from "./moving/play-on.js";
import { BOT_FIELDS, restoreBot } from "./moving/saved-bot.js";
import type { TakenCall, TakeOptions } from "./moving/taken-call.js";

/** Takes calls that other processes hand over. */
export class VoiceHost {
  private constructor() {}

  /**
   * Goes on with a call whose process has died, and which is kept: see the option `keep` of `joinVoiceChannel`. Sound is missing from the death
   * until this is called, and for some packets more; {@link prepare} beforehand saves the time that the addon takes to load. No key and number is
   * used twice, also when the other process only stood still: it notices, and sends nothing any more.
   * @returns the call, which goes on already; its voice session is resumed
   * @throws {ArgumentError}, {@link ArgumentRangeError} naming the invalid property
   * @throws {SdkError} NATIVE_NOT_FOUND, NATIVE_LOAD_FAILED, NATIVE_ALREADY_LOADED; KEPT_CALL_UNKNOWN, KEPT_CALL_EXPIRED, KEPT_CALL_DAMAGED,
   *   KEPT_CALL_VERSION, KEPT_CALL_CONTENDED, KEPT_CALL_EXHAUSTED, KEEP_STORE_SILENT: join the call anew
   * @throws {RestoreError} when this version does not read what the other one saved; what the store, `source` and `prepare` throw
   */
  static revive(options: ReviveOptions): Promise<TakenCall> {
    return revive(options);
  }

  /**
   * Loads the addon, so that this process goes on with a call at once when it is asked to.
   * @throws {ArgumentError}, {@link ArgumentRangeError} naming the invalid property
   * @throws {SdkError} NATIVE_NOT_FOUND, NATIVE_LOAD_FAILED, NATIVE_ALREADY_LOADED
   */
  static prepare(options: Pick<VoiceOptions, "addonPath" | "mediaThreads"> = {}): void {
    loadAddon(options.addonPath, options.mediaThreads);
  }

  /**
   * Waits for a call at one end of a channel, and goes on with it where the other process stops. That one calls `handOver`.
   * @returns the call, which goes on already
   * @throws {ArgumentError}, {@link ArgumentRangeError} naming the invalid property
   * @throws {SdkError} NATIVE_NOT_FOUND, NATIVE_LOAD_FAILED, NATIVE_ALREADY_LOADED; ABORTED by the signal. HANDOVER_NOT_AUTHENTIC,
   *   HANDOVER_VERSION, HANDOVER_DAMAGED, HANDOVER_OTHER_MOVE, HANDOVER_EXPIRED, HANDOVER_TOO_LATE: the call goes on where it was;
   *   HANDOVER_UNDECIDED: nobody knows where it is, so join it anew
   * @throws {RestoreError} when this version does not read what the other one saved; what `source` and `prepare` throw. The call goes on
   *   where it was
   */
  static async take(options: TakeOptions): Promise<TakenCall> {
    const move = moveArgument("options", options);
    // before the other process stops: the first time takes long
    const addon = options.loadAddon?.() ?? loadAddon(options.addonPath, options.mediaThreads);
    const clock = options.clock ?? systemClock;
    const kept = options.keep && claimsOf(options.keep, clock);
    let warn: (message: string) => void = () => undefined;
    return arrive({
      ...move,
      claims: kept ?? move.claims,
      target: ownProcess(),
      clock,
      dropped: (error) => warn(reasonOf(error)),
      restore: (saved, { fence }) => {
        const taken = takeIn({ ...options, loadAddon: () => addon }, saved, { fence, claims: kept });
        warn = (message) => taken.door.connection.warn(message);
        return taken;
      },
    });
  }
}

/** A call that is kept has the owner that its store names. */
function claimsOf(keep: KeepOptions, clock: Clock): KeptClaims {
  const { store, seal, call } = keepArgument("options.keep", keep);
  seal.end();
  return new KeptClaims({ store: new TimedStore(store, clock), call });
}

function takeIn(
  options: TakeOptions,
  saved: FieldReader,
  owner: Pick<MovedIn, "fence" | "claims">,
): Arrived<TakenCall> {
  const moved: MovedIn = { ...owner, saved, bot: restoreBot(saved.inner(BOT_FIELDS.bot)) };
  return comeIn(options, moved, (connection) => {
    const door = { connection, playback: playOn(connection, moved.bot.played, options.source) };
    options.prepare?.(door);
    return { call: connection.arriving(), door, event: (json) => tell(connection, json) };
  });
}

function tell(connection: TakenCall["connection"], json: string): void {
  const event = parseHostEvent(json);
  if (event?.name === "leave") connection.disconnect();
  else if (event !== undefined) connection.hostSays(event);
}
