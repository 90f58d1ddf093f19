import { ArgumentError, ArgumentRangeError } from "../../wire/index.js";
import { AudioPlayer } from "../audio-player.js";
import type { BotVoiceConnection } from "../bot-voice-connection.js";
import type { Playback } from "../playback.js";
import { originOf, sourceArgument, type AudioSource, type CheckedSource } from "../source.js";
import type { Played, PlayedFormat } from "./played.js";

type Ask = (played: Played) => AudioSource | AudioPlayer | undefined;

/** The source that a call played goes on, before the call does. @throws {ArgumentError} when it cannot */
export function playOn(
  connection: BotVoiceConnection,
  played: Played | undefined,
  ask: Ask | undefined,
): Playback | undefined {
  if (played === undefined) return undefined;
  const isInPieces = played.kind === "packets" || played.kind === "samples";
  if (isInPieces && played.isOver) return connection.playOn(restOf(played), played);
  const source = ask?.(played);
  if (source instanceof AudioPlayer) {
    connection.subscribe(source);
    return undefined;
  }
  if (isInPieces)
    return connection.playOn(source === undefined ? restOf(played) : inPieces(source, played), played);
  return source === undefined ? undefined : connection.playOn(soundFrom(source, played), played);
}

/** What came with the call, and nothing behind it. */
function restOf({ kind, format }: Played): CheckedSource {
  if (kind === "packets" || format === undefined) return { type: "opus", packets: [] };
  return { type: "pcm", samples: [], ...format };
}

/** @throws {ArgumentError} for another kind of source, or another form of samples, than the call has in its input */
function inPieces(source: AudioSource, { kind, format }: Played): CheckedSource {
  const checked = sourceArgument(source);
  const expected = kind === "packets" ? "opus" : "pcm";
  if (checked.type !== expected)
    throw new ArgumentError("options.source", `a source of type "${expected}", as before`, checked.type);
  if (checked.type === "pcm" && format !== undefined) assertSame(format, checked);
  return checked;
}

function assertSame(expected: PlayedFormat, received: PlayedFormat): void {
  for (const name of ["sampleRate", "channels"] as const)
    if (expected[name] !== received[name])
      throw new ArgumentRangeError(
        `options.source.${name}`,
        `${String(expected[name])}, as before`,
        String(received[name]),
      );
}

/** What loops has no place to begin at but its beginning. */
export function soundFrom(source: AudioSource, { positionMs }: Pick<Played, "positionMs">): CheckedSource {
  const whole = sourceArgument(source);
  if (originOf(whole) === undefined && whole.type !== "bytes") return whole;
  return sourceArgument(source, { startMs: Math.round(positionMs) });
}
