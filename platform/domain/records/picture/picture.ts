import type { IndexValues } from "../../../store/store.js";

/** A picture that a client uploaded, or that a test set. */
export interface Picture {
  /** What it is a picture of, such as `avatars/<user id>`; a thing has one picture of each kind. */
  readonly slot: string;
  /** Where it is served below the address of the CDN, without the extension. */
  readonly path: string;
  readonly mime: PictureType | "application/json";
  /** base64 */
  readonly data: string;
}

/** What a picture shows. */
export type PictureData = Pick<Picture, "mime" | "data">;

export type PictureType = "image/png" | "image/jpeg" | "image/gif" | "image/webp";

export function pictureIndex({ path }: Picture): IndexValues {
  return { path };
}
