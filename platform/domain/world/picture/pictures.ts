import type { Picture, PictureData } from "../../records/picture/picture.js";
import type { DigestPort } from "../ports.js";
import type { PictureWorld } from "./picture-world.js";

/**
 * Replaces the picture of a thing, and makes it available at `<folder>/<hash>`.
 * @param folder of the CDN's address, such as `avatars/<user id>`
 * @param image null: removes it
 * @param slot distinguishes pictures of one folder
 * @returns its hash: 32 hexadecimal digits, after `a_` when it is animated; null: there is none
 */
export function replacePicture(
  world: PictureWorld & DigestPort,
  folder: string,
  image: PictureData | null,
  slot = folder,
): string | null {
  if (image === null) {
    world.pictures.delete(slot);
    return null;
  }
  const hash = hashOf(world, image);
  world.pictures.put({ slot, path: `${folder}/${hash}`, mime: image.mime, data: image.data });
  return hash;
}

/** Keeps the picture of a thing that is served by its own id, as emojis are. @param path such as `emojis/<id>` */
export function keepPicture(world: PictureWorld, path: string, { mime, data }: PictureData): void {
  world.pictures.put({ slot: path, path, mime, data });
}

/** Removes the picture of a deleted record. */
export function removePicture(world: PictureWorld, slot: string): void {
  world.pictures.delete(slot);
}

/** @param path below the address of the CDN, without the extension */
export function pictureAt(world: PictureWorld, path: string): Picture | undefined {
  return world.pictures.first("path", path);
}

function hashOf(world: DigestPort, { mime, data }: PictureData): string {
  const digest = Buffer.from(world.digest.sha256(data), "base64url").toString("hex").slice(0, 32);
  return mime === "image/gif" ? `a_${digest}` : digest;
}
