import type { IndexValues } from "../../../store/store.js";

/** A picture or another file that a client uploaded, or that a test set. */
export interface Picture {
  /** The place of the picture, such as `avatars/<user id>`; each place has one picture. */
  readonly slot: string;
  /** Path below the address of the CDN, without the extension. */
  readonly path: string;
  readonly mime: PictureType | "application/json" | SoundType;
  /** base64 */
  readonly data: string;
}

/** The content of a picture. */
export type PictureData = Pick<Picture, "mime" | "data">;

export type PictureType = "image/png" | "image/jpeg" | "image/gif" | "image/webp";

/** Sounds are served beside the pictures. */
export type SoundType = "audio/mpeg" | "audio/ogg";

export function pictureIndex({ path }: Picture): IndexValues {
  return { path };
}
