import { StickerFormat, type Snowflake } from "sdkpp/wire";

/** A sticker of the platform's own pack. */
export interface StandardSticker {
  readonly id: Snowflake;
  readonly name: string;
  readonly tags: string;
  readonly format: number;
  readonly sortValue: number;
}

/** Older than every id that a platform makes. */
const FIRST_ID = 1_000_000_000_000_000_000n;

/** The only pack there is. Its pictures are those of users without an avatar. */
export const STANDARD_PACK = {
  id: String(FIRST_ID),
  skuId: String(FIRST_ID + 1n),
  name: "Colours",
  description: "One sticker of each colour",
} as const;

/** The stickers in their order; the position of a sticker is the number of its picture. */
export const STANDARD_STICKERS: readonly StandardSticker[] = [
  "blue",
  "grey",
  "green",
  "amber",
  "red",
  "pink",
].map((name, at) => ({
  id: String(FIRST_ID + 2n + BigInt(at)),
  name,
  tags: `${name}, colour`,
  format: StickerFormat.Png,
  sortValue: at,
}));

export function standardSticker(id: Snowflake): StandardSticker | undefined {
  return STANDARD_STICKERS.find((one) => one.id === id);
}
