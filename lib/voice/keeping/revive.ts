import { claimKept, ownProcess, TimedStore, type Revival } from "../../call/index.js";
import { loadAddon } from "../../native/index.js";
import { systemClock } from "../../net/index.js";
import { FieldReader } from "../../protocol/index.js";
import { AudioPlayer } from "../audio-player.js";
import type { BotVoiceConnection, MovedIn } from "../bot-voice-connection.js";
import { comeIn } from "../moving/come-in.js";
import { soundFrom } from "../moving/play-on.js";
import type { Played } from "../moving/played.js";
import { BOT_FIELDS, restoreBot } from "../moving/saved-bot.js";
import type { TakenCall, TakeOptions } from "../moving/taken-call.js";
import type { Playback } from "../playback.js";
import { sourceArgument, type AudioSource } from "../source.js";
import { keepArgument, type KeepOptions } from "./keep-options.js";

/** Options of `VoiceHost.revive`. Mute, deaf, encryption and encoder come with it. */
export interface ReviveOptions extends Omit<
  TakeOptions,
  "channel" | "fleetKey" | "claims" | "signal" | "keep" | "source"
> {
  /** where it is kept, as the process that died kept it; it is kept on */
  keep: KeepOptions;
  /**
   * Goes on with what the call played. `played.positionMs` is where it would be by now: packets and samples have to begin there,
   * and an `AudioPlayer` has to play from there; of everything else it is left out. Asked once, when the call played something that is not over
   */
  source?: TakeOptions["source"];
}

/** As a voice process revives a call: `count` says which of the sources and players of the call it was. */
interface CountedReviveOptions extends Omit<ReviveOptions, "source"> {
  source?: ((played: Played, count: number) => AudioSource | AudioPlayer | undefined) | undefined;
}

/** `VoiceHost.revive` is its public form. */
export async function revive(options: CountedReviveOptions): Promise<TakenCall> {
  const clock = options.clock ?? systemClock;
  const { store, seal, call, tides } = keepArgument("options.keep", options.keep);
  const addon = options.loadAddon?.() ?? loadAddon(options.addonPath, options.mediaThreads);
  const place = { store: new TimedStore(store, clock), seal, call, owner: ownProcess(), tides };
  const revival = await claimKept({ ...place, wallClock: options.wallClock ?? Date.now }).finally(() =>
    seal.end(),
  );
  try {
    const saved = new FieldReader(revival.record, clock.now() - revival.ageMs, "call");
    return goOn({ ...options, loadAddon: () => addon }, saved, revival);
  } finally {
    revival.record.fill(0);
  }
}

function goOn(options: CountedReviveOptions, saved: FieldReader, revival: Revival): TakenCall {
  const { ageMs, numbers, sequence, claim } = revival;
  const bot = restoreBot(saved.inner(BOT_FIELDS.bot));
  const count = saved.number(BOT_FIELDS.source);
  const played = bot.played && playedBy(bot.played, count, revival);
  const moved: MovedIn = {
    saved,
    bot: { ...bot, played },
    fence: claim.claim.fence,
    kept: { claim, range: { ageMs, ...numbers, sequence } },
  };
  return comeIn(options, moved, (connection) => {
    const taken = { connection, playback: playAt(connection, played, (one) => options.source?.(one, count)) };
    options.prepare?.(taken);
    connection.arriving().thaw();
    return taken;
  });
}

/** Where the source would be by now. */
function playedBy(played: Played, source: number, { tide, elapsedMs, ageMs }: Revival): Played {
  const onTheWay = new Uint8Array(0);
  if (tide.source !== source) return { ...played, onTheWay, positionMs: played.positionMs + ageMs };
  return { ...played, onTheWay, positionMs: tide.positionMs + (tide.isPlaying ? elapsedMs : 0) };
}

function playAt(
  connection: BotVoiceConnection,
  played: Played | undefined,
  ask: NonNullable<TakeOptions["source"]>,
): Playback | undefined {
  const isInPieces = played?.kind === "packets" || played?.kind === "samples";
  if (played === undefined || (isInPieces && played.isOver)) return undefined;
  const source = ask(played);
  if (source instanceof AudioPlayer) return void connection.subscribe(source);
  if (source === undefined) return undefined;
  const checked = isInPieces ? sourceArgument(source) : soundFrom(source, played);
  return connection.playFrom(checked, played.positionMs);
}
