/** Source of randomness, passed in. @returns that many unpredictable bytes, a fresh array each time */
export type RandomBytes = (length: number) => Uint8Array;
