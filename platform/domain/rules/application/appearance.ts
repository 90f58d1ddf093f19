import type { Application } from "../../records/oauth2/application.js";
import type { ImageData } from "../../records/picture/image-data.js";
import type { PictureWorld } from "../../world/picture/picture-world.js";
import { replacePicture } from "../../world/picture/pictures.js";
import type { DigestPort } from "../../world/ports.js";
import { Fault } from "../outcome.js";
import { readPicture } from "../picture-input.js";
import type { ApplicationInput } from "./application-input.js";

/** The description and tags of an application. */
export function changedTexts({ description, tags }: ApplicationInput): Partial<Application> {
  return {
    ...(description === undefined ? {} : { description: textOf(description) }),
    ...(tags === undefined ? {} : { tags: [...new Set(tags ?? [])] }),
  };
}

/** Translations of a description are not kept: nothing shows them. */
function textOf(description: string | { readonly default: string } | null): string {
  return typeof description === "object" ? (description?.default ?? "") : description;
}

/** Pictures of an application as a developer sends them: undefined stays, null is taken away. */
export interface Pictures {
  readonly icon: ImageData | null | undefined;
  readonly cover: ImageData | null | undefined;
}

export function readPictures({ icon: iconUri, cover_image: coverUri }: ApplicationInput): Pictures | Fault {
  const icon = readPicture("icon", iconUri);
  if (icon instanceof Fault) return icon;
  const cover = readPicture("cover_image", coverUri);
  return cover instanceof Fault ? cover : { icon, cover };
}

/** Stores the pictures of an application. @returns their hashes */
export function replacePictures(
  world: PictureWorld & DigestPort,
  id: string,
  { icon, cover }: Pictures,
): Partial<Application> {
  const folder = `app-icons/${id}`;
  return {
    ...(icon === undefined ? {} : { icon: replacePicture(world, folder, icon) ?? undefined }),
    ...(cover === undefined
      ? {}
      : { coverImage: replacePicture(world, folder, cover, `app-covers/${id}`) ?? undefined }),
  };
}
