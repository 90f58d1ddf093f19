import type { Application } from "../../records/oauth2/application.js";
import { imageHash } from "../../world/image-hash.js";
import type { DigestPort } from "../../world/ports.js";
import { invalidImage } from "../faults.js";
import { Fault } from "../outcome.js";
import type { ApplicationInput } from "./application-input.js";

/** What users see of an application. */
export function changedLooks(world: DigestPort, input: ApplicationInput): Partial<Application> | Fault {
  const icon = picture(world, "icon", input.icon);
  if (icon instanceof Fault) return icon;
  const cover = picture(world, "cover_image", input.cover_image);
  if (cover instanceof Fault) return cover;
  const { description, tags } = input;
  return {
    ...(description === undefined ? {} : { description: textOf(description) }),
    ...(tags === undefined ? {} : { tags: [...new Set(tags ?? [])] }),
    ...(input.icon === undefined ? {} : { icon }),
    ...(input.cover_image === undefined ? {} : { coverImage: cover }),
  };
}

/** Translations of a description are not kept: nothing shows them. */
function textOf(description: string | { readonly default: string } | null): string {
  return typeof description === "object" ? (description?.default ?? "") : description;
}

function picture(
  world: DigestPort,
  field: string,
  data: string | null | undefined,
): string | undefined | Fault {
  return data == null ? undefined : (imageHash(world, data) ?? invalidImage(field));
}
