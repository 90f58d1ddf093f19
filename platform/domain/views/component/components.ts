import { ComponentType } from "sdkpp/wire";
import type { AnyComponent, Media, MessageComponent } from "../../records/component/component.js";
import { filenameOf, mediaOf } from "../../records/component/tree.js";
import type { Attachment } from "../../records/message/attachment.js";

type View = Record<string, unknown>;
/** The file of the message with this name, and where it is; undefined: it is gone. */
export type FileOf = (name: string) => { readonly attachment: Attachment; readonly url: string } | undefined;

/** Components with the addresses of the files that they show (H§11). */
export function componentsView(components: readonly MessageComponent[], fileOf: FileOf): View[] {
  return components.map((one) => componentView(one, fileOf));
}

/** Files that no component shows; those that one shows appear there alone. */
export function withoutShown(
  attachments: readonly Attachment[],
  components: readonly MessageComponent[],
): readonly Attachment[] {
  const names = mediaOf(components).flatMap((media) => filenameOf(media) ?? []);
  const shown = new Set(names.map((name) => attachments.find(({ filename }) => filename === name)));
  return attachments.filter((one) => !shown.has(one));
}

function componentView(component: AnyComponent, fileOf: FileOf): View {
  switch (component.type) {
    case ComponentType.Container:
      return { ...component, components: component.components.map((one) => componentView(one, fileOf)) };
    case ComponentType.Section:
      return { ...component, accessory: componentView(component.accessory, fileOf) };
    case ComponentType.Thumbnail:
      return { ...component, media: mediaView(component.media, fileOf) };
    case ComponentType.MediaGallery:
      return {
        ...component,
        items: component.items.map((item) => ({ ...item, media: mediaView(item.media, fileOf) })),
      };
    case ComponentType.File: {
      const { filename: name = null, size = null } =
        fileOf(filenameOf(component.file) ?? "")?.attachment ?? {};
      return { ...component, file: mediaView(component.file, fileOf), name, size };
    }
    default:
      return { ...component };
  }
}

/** Describes files of the message from what is known; nothing is fetched. */
function mediaView(media: Media, fileOf: FileOf): View {
  const file = fileOf(filenameOf(media) ?? "");
  const url = file?.url ?? media.url;
  const { id, contentType = null } = file?.attachment ?? {};
  const seen = { id: media.id, url, proxy_url: url, width: null, height: null, content_type: contentType };
  return id === undefined ? seen : { ...seen, attachment_id: id };
}
