import { SNOWFLAKE_EPOCH_MS } from "sdkpp/wire";

/** The first time that an id can hold, Unix milliseconds. */
export const EARLIEST_MS = Number(SNOWFLAKE_EPOCH_MS);
/** Ids hold their time in 42 bits. */
export const LATEST_MS = EARLIEST_MS + 2 ** 42 - 1;
