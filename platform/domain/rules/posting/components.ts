import { MessageFlag, type FieldErrorTree, type Snowflake } from "sdkpp/wire";
import type { Attachment } from "../../records/message/attachment.js";
import type { MessageComponent } from "../../records/component/component.js";
import { filenameOf, mediaOf, numbered } from "../../records/component/tree.js";
import { isOfComponents, type Message } from "../../records/message/message.js";
import type { ExpressionWorld } from "../../world/expression/expression-world.js";
import type { SkuWorld } from "../../world/monetisation/monetisation-world.js";
import { isActiveSku } from "../../world/monetisation/skus.js";
import type { IdsPort } from "../../world/ports.js";
import { UNKNOWN_FILE } from "../component/content.js";
import { messageComponents } from "../component/message-components.js";
import { invalidForm } from "../faults.js";
import { Fault } from "../outcome.js";
import type { ChannelMessageInput } from "./input.js";

/** The parts of a message that its author does not change. */
export type Kept = Pick<Message, "components" | "embeds" | "flags" | "stickers">;

/** Whether a message will consist of components alone. The flag cannot be taken away. */
export function becomesComponents({ flags }: ChannelMessageInput, kept: Kept): boolean {
  return isOfComponents(kept) || ((flags ?? 0) & MessageFlag.IsComponentsV2) !== 0;
}

/**
 * The components of a message as its author wants them; not given, those that it has stay.
 * @param input with the text as it will be
 * @param applicationId whose SKUs its premium buttons sell
 */
export function chosenComponents(
  world: SkuWorld & ExpressionWorld & IdsPort,
  input: ChannelMessageInput,
  attachments: readonly Attachment[],
  kept: Kept,
  applicationId: Snowflake,
): readonly MessageComponent[] | Fault {
  const isV2 = becomesComponents(input, kept);
  const filenames = new Set(attachments.map(({ filename }) => filename));
  const { components = [], embeds, stickers } = kept;
  const read = messageComponents(
    { ...input, embeds: given(input.embeds, embeds), sticker_ids: given(input.sticker_ids, stickers) },
    {
      isV2,
      filenames,
      isEmoji: (id) => world.emojis.get(id) !== undefined,
      isActiveSku: (id) => isActiveSku(world, applicationId, id),
      nextId: () => world.ids.next(),
    },
  );
  if (input.components !== undefined || read instanceof Fault) return read;
  const shown = mediaOf(components).flatMap((media) => filenameOf(media) ?? []);
  if (shown.some((name) => !filenames.has(name))) return lostFile();
  return isV2 && !isOfComponents(kept) ? numbered(components) : components;
}

function given<T>(said: readonly T[] | null | undefined, kept: readonly unknown[] | undefined) {
  return said === undefined ? kept : said;
}

/** An edit takes away a file that a component shows. */
function lostFile(): Fault {
  const errors: FieldErrorTree = { components: { _errors: [UNKNOWN_FILE] } };
  return invalidForm(errors);
}
