import { AttachmentFlag, type AttachmentPayload, type Snowflake } from "sdkpp/wire";
import {
  attachmentPath,
  ephemeralPath,
  isSpoiler,
  type Attachment,
} from "../../records/message/attachment.js";
import type { MessageEmbed } from "../../records/message/message.js";
import type { FileOf } from "../component/components.js";
import type { MessageWorld } from "../../world/message/message-world.js";

/** An attachment with an address that is valid for a day. */
export function attachmentView(
  { fileLinks }: MessageWorld,
  channelId: Snowflake,
  attachment: Attachment,
): AttachmentPayload {
  return fileView(attachment, fileLinks.urlOf(attachmentPath(channelId, attachment)));
}

/** A file that belongs to no message, with an address that is valid for a day. */
export function ephemeralAttachmentView(
  { fileLinks }: MessageWorld,
  applicationId: Snowflake,
  attachment: Attachment,
): AttachmentPayload & { readonly ephemeral: true } {
  const url = fileLinks.urlOf(ephemeralPath(applicationId, attachment));
  return { ...fileView(attachment, url), ephemeral: true };
}

function fileView(attachment: Attachment, url: string): AttachmentPayload {
  const { id, filename, title, description, contentType, size } = attachment;
  return {
    id,
    filename,
    size,
    url,
    proxy_url: url,
    content_type: contentType,
    flags: isSpoiler(attachment) ? AttachmentFlag.IsSpoiler : 0,
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
  };
}

/** Addresses of a message's files by name; the first of several with one name. */
export function filesByName(
  { fileLinks }: MessageWorld,
  channelId: Snowflake,
  attachments: readonly Attachment[],
): FileOf {
  return (name) => {
    const attachment = attachments.find(({ filename }) => filename === name);
    return attachment && { attachment, url: fileLinks.urlOf(attachmentPath(channelId, attachment)) };
  };
}

const SCHEME = "attachment://";

/** An embed whose pictures are files of its message, with their addresses. */
export function embedView(
  world: MessageWorld,
  channelId: Snowflake,
  attachments: readonly Attachment[],
  embed: MessageEmbed,
): MessageEmbed {
  const fileOf = filesByName(world, channelId, attachments);
  const resolved = (value: unknown): unknown => {
    if (typeof value === "object" && value !== null && !Array.isArray(value))
      return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, resolved(part)]));
    if (typeof value !== "string" || !value.startsWith(SCHEME)) return value;
    return fileOf(value.slice(SCHEME.length))?.url ?? value;
  };
  const pictures = ["author", "footer", "image", "thumbnail"].filter((name) => embed[name] !== undefined);
  return { ...embed, ...Object.fromEntries(pictures.map((name) => [name, resolved(embed[name])])) };
}
