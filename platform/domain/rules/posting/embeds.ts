import { EMBED_LIMITS, type FieldErrorTree } from "sdkpp/wire";
import type { MessageEmbed } from "../../records/message/message.js";
import { invalidField, invalidForm } from "../faults.js";
import type { Fault } from "../outcome.js";

/** An embed as a bot sends it; the shape of every field is checked before. */
export interface EmbedInput {
  readonly title?: string | null | undefined;
  readonly description?: string | null | undefined;
  readonly url?: string | null | undefined;
  readonly timestamp?: string | null | undefined;
  readonly color?: number | null | undefined;
  readonly footer?:
    | { readonly text?: string | null | undefined; readonly icon_url?: string | null | undefined }
    | null
    | undefined;
  readonly image?: EmbedMedia | null | undefined;
  readonly thumbnail?: EmbedMedia | null | undefined;
  readonly author?:
    | {
        readonly name?: string | null | undefined;
        readonly url?: string | null | undefined;
        readonly icon_url?: string | null | undefined;
      }
    | null
    | undefined;
  readonly fields?:
    | readonly {
        readonly name: string;
        readonly value: string;
        readonly inline?: boolean | null | undefined;
      }[]
    | null
    | undefined;
}

interface EmbedMedia {
  readonly url?: string | null | undefined;
}

/** The embeds of a message, or why they are none: each shows something, and together not too much (H§10.3). */
export function checkEmbeds(inputs: readonly EmbedInput[] | null | undefined): MessageEmbed[] | Fault {
  const embeds = inputs ?? [];
  const empty = embeds.findIndex((embed) => !isVisible(embed));
  if (empty >= 0) return invalidForm({ embeds: { [empty]: { description: REQUIRED } } });
  const undated = embeds.findIndex(
    ({ timestamp }) => timestamp != null && Number.isNaN(Date.parse(timestamp)),
  );
  if (undated >= 0) return invalidForm({ embeds: { [undated]: { timestamp: NOT_A_TIME } } });
  const total = embeds.reduce((all, embed) => all + textLength(embed), 0);
  if (total <= EMBED_LIMITS.total) return embeds.map(embedView);
  return invalidField(
    "embeds",
    "MAX_EMBED_SIZE_EXCEEDED",
    `Embed size exceeds maximum size of ${EMBED_LIMITS.total}, was ${total}.`,
  );
}

const REQUIRED: FieldErrorTree = {
  _errors: [{ code: "BASE_TYPE_REQUIRED", message: "This field is required" }],
};

const NOT_A_TIME: FieldErrorTree = {
  _errors: [{ code: "DATE_TIME_TYPE_PARSE", message: "Could not parse the value as an ISO 8601 time." }],
};

function isVisible({ title, description, image, thumbnail, author, footer, fields }: EmbedInput): boolean {
  const texts = [title, description, author?.name, footer?.text, image?.url, thumbnail?.url];
  return texts.some((text) => text != null && text.trim() !== "") || (fields?.length ?? 0) > 0;
}

/** The texts that count against the total. */
function textLength({ title, description, author, footer, fields }: EmbedInput): number {
  const own = [title, description, author?.name, footer?.text];
  const all = [...own, ...(fields ?? []).flatMap(({ name, value }) => [name, value])];
  return all.reduce((sum, text) => sum + (text?.length ?? 0), 0);
}

function embedView(embed: EmbedInput): MessageEmbed {
  const { author, footer, fields, timestamp } = embed;
  return set({
    type: "rich",
    title: embed.title,
    description: embed.description,
    url: embed.url,
    color: embed.color,
    timestamp: timestamp == null ? undefined : new Date(timestamp).toISOString(),
    // Neither has a place of its own without its text.
    author: author?.name == null ? undefined : set({ ...author }),
    footer: footer?.text == null ? undefined : set({ ...footer }),
    image: mediaView(embed.image),
    thumbnail: mediaView(embed.thumbnail),
    fields: fields?.map(({ name, value, inline }) => ({ name, value, inline: inline ?? false })),
  });
}

function mediaView(media: EmbedMedia | null | undefined): MessageEmbed | undefined {
  return media?.url == null ? undefined : { url: media.url };
}

function set(values: Record<string, unknown>): MessageEmbed {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value != null));
}
