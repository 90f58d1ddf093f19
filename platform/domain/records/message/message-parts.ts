import type { Message, MessageEmbed } from "./message.js";

export const PART_KINDS = [
  "image",
  "sound",
  "video",
  "file",
  "sticker",
  "embed",
  "link",
  "poll",
  "snapshot",
] as const;
export const EMBED_KINDS = ["image", "video", "gif", "sound", "article"] as const;

export type PartKind = (typeof PART_KINDS)[number];

export function hasPart(message: Message, kind: PartKind): boolean {
  const { attachments = [], embeds = [] } = message;
  const isFile = (type: string): boolean =>
    attachments.some(({ contentType }) => contentType.startsWith(type));
  switch (kind) {
    case "file":
      return attachments.length > 0;
    case "image":
      return isFile("image/") || embeds.some((one) => isEmbed(one, "image"));
    case "video":
      return isFile("video/");
    case "sound":
      return isFile("audio/");
    case "embed":
      return embeds.length > 0;
    case "link":
      return hostsIn(message.content).length > 0;
    case "poll":
      return message.hasPoll === true;
    case "snapshot":
      return message.snapshots !== undefined;
    case "sticker":
      return message.stickers !== undefined;
  }
}

const LINK = /https?:\/\/([^\s/?#<>"]+)/gi;

/** Hosts of the links in a text, in small letters. */
export function hostsIn(content: string): string[] {
  return [...content.matchAll(LINK)].map(([, host = ""]) => host.toLowerCase());
}

/** Bots write the only embeds there are: articles, with or without a picture. */
export function isEmbed(embed: MessageEmbed, kind: (typeof EMBED_KINDS)[number]): boolean {
  if (kind === "article") return embed["type"] === "rich";
  return kind === "image" && (embed["image"] !== undefined || embed["thumbnail"] !== undefined);
}

export function providerOf({ provider }: MessageEmbed): string[] {
  const { name } = (provider ?? {}) as { name?: unknown };
  return typeof name === "string" ? [name] : [];
}
