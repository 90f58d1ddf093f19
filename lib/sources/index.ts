/** Bytes of sound from files, addresses, streams and programs. What a stream is, the engine tells. */
export type { ByteOrigin, OpenWishes } from "./byte-origin.js";
export { CommandBytes, type Command } from "./command-bytes.js";
export { FileBytes } from "./file-bytes.js";
export { MemoryBytes } from "./memory-bytes.js";
export { PieceReader } from "./piece-reader.js";
export { playableBytes, type Probe } from "./playable-bytes.js";
export type { SearchPlace } from "./sought-place.js";
export { StreamBytes } from "./stream-bytes.js";
export { WebBytes, type WebOptions } from "./web-bytes.js";
