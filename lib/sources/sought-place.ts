import type { NativeAddon, StreamPlace } from "../native/index.js";
import type { ByteOrigin, OpenWishes } from "./byte-origin.js";

/** Looks for the place of a time in a stream that begins with these bytes. */
export type SearchPlace = NativeAddon["searchPlace"];

/**
 * Where a source has to be read from for the sound at a certain time, by some of its bytes.
 * @returns undefined when it has to be read from its beginning
 */
export async function soughtPlace(
  origin: ByteOrigin,
  searched: ReturnType<SearchPlace>,
  wishes: OpenWishes,
): Promise<StreamPlace | undefined> {
  let step = searched?.();
  while (step?.type === "read") {
    const { position, size } = step;
    // After a failed look the source is read from its beginning, which tries again by itself.
    const bytes = await origin.readAt?.(position, size, wishes).catch(() => undefined);
    if (bytes === undefined || wishes.signal.aborted) return undefined;
    step = searched?.(bytes);
  }
  return step?.type === "found" ? step : undefined;
}
