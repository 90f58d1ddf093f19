import {
  GUILD_STICKERS_MAX,
  JsonErrorCode,
  SOUND_BYTES_MAX,
  SOUND_MS_MAX,
  STICKER_FRAMES_MAX,
  STICKER_SIDE_MAX,
} from "sdkpp/wire";
import type { StickerProblem } from "../../records/expression/sticker-file.js";
import { invalidField } from "../faults.js";
import { Fault } from "../outcome.js";

export const unknownEmoji = (): Fault => new Fault(404, JsonErrorCode.UnknownEmoji, "Unknown Emoji");

/** @param limit how many there are already */
export const tooManyEmojis = (limit: number): Fault =>
  new Fault(400, JsonErrorCode.EmojiLimitReached, `Maximum number of emojis reached (${String(limit)})`);

export const unknownSticker = (): Fault => new Fault(404, JsonErrorCode.UnknownSticker, "Unknown sticker");

export const unknownStickerPack = (): Fault =>
  new Fault(404, JsonErrorCode.UnknownStickerPack, "Unknown sticker pack");

export const tooManyStickers = (): Fault =>
  new Fault(
    400,
    JsonErrorCode.StickerLimitReached,
    `Maximum number of stickers reached (${String(GUILD_STICKERS_MAX)})`,
  );

export const stickerFileRequired = (): Fault =>
  invalidField("file", "BASE_TYPE_REQUIRED", "A file of a multipart/form-data body is required.");

export const lottieNotAllowed = (): Fault =>
  invalidField(
    "file",
    "STICKER_LOTTIE_NOT_ALLOWED",
    "Only verified and partnered servers may upload Lottie files.",
  );

/** @param limit how many there are already */
export const tooManySounds = (limit: number): Fault =>
  new Fault(
    400,
    JsonErrorCode.SoundLimitReached,
    `Maximum number of soundboard sounds reached (${String(limit)})`,
  );

export const wrongSoundFormat = (): Fault =>
  invalidField("sound", "BASE_TYPE_SOUND", "Expected a data URI of an MP3 or Ogg file.");

export const soundTooLong = (): Fault =>
  invalidField(
    "sound",
    "SOUND_DURATION_MAX",
    `The sound cannot be longer than ${String(SOUND_MS_MAX / 1000)} seconds.`,
  );

export const soundTooLarge = (): Fault =>
  invalidField(
    "sound",
    "BINARY_TYPE_MAX_SIZE",
    `File cannot be larger than ${String(SOUND_BYTES_MAX / 1024)} kb.`,
  );

const own = (code: JsonErrorCode, message: string) => (): Fault => new Fault(400, code, message);

const FILE_FAULTS: Readonly<Record<StickerProblem, () => Fault>> = {
  format: () => invalidField("file", "STICKER_FORMAT_INVALID", "Expected a PNG, APNG, GIF or Lottie file."),
  size: () =>
    invalidField(
      "file",
      "STICKER_DIMENSIONS_MAX",
      `Expected at most ${String(STICKER_SIDE_MAX)} x ${String(STICKER_SIDE_MAX)} pixels.`,
    ),
  duration: own(JsonErrorCode.StickerTooLong, "Sticker animation duration exceeds maximum of 5 seconds"),
  "lottie-json": own(JsonErrorCode.InvalidLottie, "Invalid JSON for uploaded Lottie file"),
  "lottie-raster": own(
    JsonErrorCode.LottieWithPixels,
    "Uploaded Lotties cannot contain rasterized images such as PNG or JPEG",
  ),
  "lottie-size": own(JsonErrorCode.LottieTooLarge, "Lottie animation maximum dimensions exceeded"),
  "lottie-rate-max": own(JsonErrorCode.StickerFrameRateMax, "Sticker maximum framerate exceeded"),
  "lottie-rate": own(JsonErrorCode.StickerFrameRate, "Sticker frame rate is either too small or too large"),
  "lottie-frames": own(
    JsonErrorCode.StickerFrames,
    `Sticker frame count exceeds maximum of ${String(STICKER_FRAMES_MAX)} frames`,
  ),
};

export const stickerFileFault = (problem: StickerProblem): Fault => FILE_FAULTS[problem]();
