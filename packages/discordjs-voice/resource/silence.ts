/** One frame of silence, 20 ms of Opus. */
export const SILENCE_FRAME = Buffer.from([0xf8, 0xff, 0xfe]);

/** How long a frame is. */
export const FRAME_MS = 20;
