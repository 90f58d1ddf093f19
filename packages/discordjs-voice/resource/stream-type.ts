/** What an input holds. */
export enum StreamType {
  /** not known: found out from the first bytes */
  Arbitrary = "arbitrary",
  /** Ogg with Opus in it */
  OggOpus = "ogg/opus",
  /** in object mode, one Opus packet each */
  Opus = "opus",
  /** 16-bit little-endian samples, 48 kHz, two channels */
  Raw = "raw",
  /** WebM with Opus in it */
  WebmOpus = "webm/opus",
}
