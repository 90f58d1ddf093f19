/** An MP3 file that begins with a frame, and an Ogg file that begins with a page; nothing plays them. */
export const MP3 = Buffer.from("\xff\xfb\x90\xc4 a horn", "latin1");
export const OGG = Buffer.from("OggS\0 a drum", "latin1");

const MP3_FRAME_BYTES = 417;

/** An MP3 file of silence: frames of 1,152 samples at 44.1 kHz, which last 26 ms each. */
export function mp3Of(frames: number): Buffer {
  const frame = Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0xc4])], MP3_FRAME_BYTES);
  return Buffer.concat(Array.from({ length: frames }, () => frame));
}

export const soundUri = (file: Buffer, type = "audio/mp3"): string =>
  `data:${type};base64,${file.toString("base64")}`;
