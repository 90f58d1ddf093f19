/**
 * `@sdkpp/testing`: people for tests of games and bots, on the embedded platform.
 * @packageDocumentation
 */
export { estoi, ESTOI_RATE } from "./listening/estoi.js";
export { resample } from "./listening/resample.js";
export { toneShare } from "./listening/tone.js";
