import { PICTURE_BYTES_MAX } from "sdkpp/wire";
import { readImageData, type ImageData } from "../records/picture/image-data.js";
import { invalidField } from "./faults.js";
import type { Fault } from "./outcome.js";

/**
 * Reads a picture that a client sends as a data URI.
 * @param field its name, for the error
 * @param maxBytes default: 10 MiB
 * @returns undefined when the client sent none; null when it takes the picture away
 */
export function readPicture(
  field: string,
  uri: string | null | undefined,
  maxBytes = PICTURE_BYTES_MAX,
): ImageData | null | undefined | Fault {
  if (uri == null) return uri;
  const image = readImageData(uri);
  if (image === undefined)
    return invalidField(field, "BASE_TYPE_IMAGE", "Expected a data URI of a PNG, JPEG, GIF or WebP image.");
  if (image.bytes > maxBytes)
    return invalidField(
      field,
      "BINARY_TYPE_MAX_SIZE",
      `File cannot be larger than ${String(maxBytes / 1024)} kb.`,
    );
  return image;
}
