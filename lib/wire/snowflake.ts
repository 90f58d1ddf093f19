/** 2015-01-01T00:00:00Z in Unix milliseconds: snowflakes count from here. */
export const SNOWFLAKE_EPOCH_MS = 1_420_070_400_000n;

const MAX_U64 = 0xffff_ffff_ffff_ffffn;
const DECIMAL = /^(?:0|[1-9][0-9]{0,19})$/;
/** Every decimal with this many digits fits into 64 bits. */
const SAFE_DIGITS = 19;

/** An id in JSON: a decimal string without leading zeros. */
export type Snowflake = string;

/**
 * Reads an id from untrusted input. A JSON number is accepted only while it is exact.
 * @returns undefined when it is not an unsigned 64-bit decimal
 */
export function parseSnowflake(value: unknown): bigint | undefined {
  if (typeof value === "string") return fromText(value);
  if (typeof value === "bigint") return inRange(value);
  return typeof value === "number" && Number.isSafeInteger(value) ? inRange(BigInt(value)) : undefined;
}

/** Comparing bigints takes longer than making one: only what could be too large is compared. */
function fromText(text: string): bigint | undefined {
  if (!DECIMAL.test(text)) return undefined;
  return text.length <= SAFE_DIGITS ? BigInt(text) : inRange(BigInt(text));
}

/**
 * Checks an id that is only compared and passed on. It stays a string, which avoids a conversion.
 * @returns undefined when it is not an unsigned 64-bit decimal
 */
export function parseSnowflakeText(value: unknown): Snowflake | undefined {
  if (typeof value === "string" && value.length <= SAFE_DIGITS)
    return DECIMAL.test(value) ? value : undefined;
  return parseSnowflake(value)?.toString(10);
}

function inRange(id: bigint): bigint | undefined {
  return id >= 0n && id <= MAX_U64 ? id : undefined;
}

export function formatSnowflake(id: bigint): Snowflake {
  return id.toString(10);
}

/** Creation time of the id, Unix milliseconds. */
export function snowflakeTimestamp(id: bigint): number {
  return Number((id >> 22n) + SNOWFLAKE_EPOCH_MS);
}

/**
 * @param unixMs integer milliseconds, not before 2015
 * @param increment the low 22 bits: worker, process and counter
 */
export function snowflakeFromTime(unixMs: number, increment = 0): bigint {
  return ((BigInt(unixMs) - SNOWFLAKE_EPOCH_MS) << 22n) | (BigInt(increment) & 0x3fffffn);
}
