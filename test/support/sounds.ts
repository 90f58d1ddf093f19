/** An MP3 file that begins with a frame, and an Ogg file that begins with a page; nothing plays them. */
export const MP3 = Buffer.from("\xff\xfb\x90\xc4 a horn", "latin1");
export const OGG = Buffer.from("OggS\0 a drum", "latin1");

export const soundUri = (file: Buffer, type = "audio/mp3"): string =>
  `data:${type};base64,${file.toString("base64")}`;
