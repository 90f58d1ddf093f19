const CHANNELS_AT = 9;
const RATE_AT = 12;
const CHANNELS = 2;
const SAMPLE_RATE = 48_000;

/** Whether Opus of this head can be sent as it is: two channels, 48 kHz. */
export function validateDiscordOpusHead(opusHead: Buffer): boolean {
  return opusHead.readUInt8(CHANNELS_AT) === CHANNELS && opusHead.readUInt32LE(RATE_AT) === SAMPLE_RATE;
}
