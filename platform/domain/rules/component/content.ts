import { COMPONENT_LIMITS, ComponentType, type FieldErrorLeaf, isWebAddress } from "sdkpp/wire";
import type {
  FileComponent,
  Media,
  MediaGallery,
  MediaItem,
  Separator,
  TextDisplay,
  Thumbnail,
} from "../../records/component/component.js";
import { filenameOf } from "../../records/component/tree.js";
import type { Cursor } from "./reading.js";
import {
  built,
  choice,
  flag,
  list,
  maybe,
  must,
  objectAt,
  readFields,
  text,
  type Body,
  type Reader,
} from "./readers.js";

const ATTACHED = /^attachment:\/\/[A-Za-z0-9_.()-]+$/;
const UNENCODED = /^[^\s<>"{}|\\^`]*$/;
/** An address of the web, or a file of the message. */
const ANYWHERE = {
  test: (address: string): boolean =>
    ATTACHED.test(address) || (UNENCODED.test(address) && isWebAddress(address)),
};

/** @param pattern of its address */
function media(pattern: Pick<RegExp, "test">): Reader<Media> {
  const fields = { url: must(text({ max: COMPONENT_LIMITS.mediaUrl }, pattern)) };
  return (value, at) => {
    const body = objectAt(value, at);
    if (body === undefined) return undefined;
    const { url } = readFields(fields, body, at);
    const name = url === undefined ? undefined : filenameOf({ url });
    if (name !== undefined && !at.context.filenames.has(name)) at.of("url").report(UNKNOWN_FILE);
    return built<Media>({ id: at.context.nextId(), url });
  };
}

/** Error of a component that shows a file which the message does not have. */
export const UNKNOWN_FILE: FieldErrorLeaf = {
  code: "COMPONENT_ATTACHMENT_UNKNOWN",
  message: "The message has no file of this name.",
};

const TEXT = { content: must(text({ min: 1, max: COMPONENT_LIMITS.text })) };
const ITEM = {
  media: must(media(ANYWHERE)),
  description: maybe(text({ min: 1, max: COMPONENT_LIMITS.mediaDescription })),
  spoiler: maybe(flag),
};
const GALLERY = { items: must(list(item, { min: 1, max: COMPONENT_LIMITS.galleryItems })) };
const FILE = { file: must(media(ATTACHED)), spoiler: maybe(flag) };
const SEPARATOR = { divider: maybe(flag), spacing: maybe(choice([1, 2])) };

export function textDisplay(id: number, body: Body, at: Cursor): TextDisplay {
  const { content } = readFields(TEXT, body, at);
  at.reading.addText(content?.length ?? 0);
  return built<TextDisplay>({ type: ComponentType.TextDisplay, id, content });
}

export function thumbnail(id: number, body: Body, at: Cursor): Thumbnail {
  return built<Thumbnail>({ type: ComponentType.Thumbnail, id, ...shownItem(body, at) });
}

export function mediaGallery(id: number, body: Body, at: Cursor): MediaGallery {
  const { items } = readFields(GALLERY, body, at);
  return built<MediaGallery>({ type: ComponentType.MediaGallery, id, items });
}

export function file(id: number, body: Body, at: Cursor): FileComponent {
  const { spoiler = false, ...read } = readFields(FILE, body, at);
  return built<FileComponent>({ type: ComponentType.File, id, ...read, spoiler });
}

export function separator(id: number, body: Body, at: Cursor): Separator {
  const { divider = true, spacing = 1 } = readFields(SEPARATOR, body, at);
  return { type: ComponentType.Separator, id, divider, spacing };
}

function item(value: unknown, at: Cursor): MediaItem | undefined {
  const body = objectAt(value, at);
  return body && shownItem(body, at);
}

function shownItem(body: Body, at: Cursor): MediaItem {
  const { description = null, spoiler = false, ...read } = readFields(ITEM, body, at);
  return built<MediaItem>({ ...read, description, spoiler });
}
