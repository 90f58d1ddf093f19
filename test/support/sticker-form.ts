import { pngOf } from "./pictures.js";

/** A multipart body with a sticker, 'sword' unless its fields say otherwise. */
export function stickerForm(
  fields: Readonly<Record<string, string>> = {},
  file: string | Uint8Array<ArrayBuffer> | null = pngOf(320, 320),
): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries({
    name: "sword",
    description: "",
    tags: "crossed_swords",
    ...fields,
  }))
    form.append(name, value);
  if (file !== null) form.append("file", new Blob([file]), "sticker");
  return form;
}
