import { MessageFlag } from "sdkpp/wire";
import type { Upload } from "../../records/message/upload.js";
import { invalidField } from "../faults.js";
import type { Fault } from "../outcome.js";
import type { AttachmentInput } from "./attachments.js";
import type { EmbedInput } from "./embeds.js";
import type { PollInput } from "./poll-input.js";
import type { AllowedMentions } from "./mentions.js";

/** A bot's message; absent and null mean the same, except in an edit, where null takes away. */
export interface ChannelMessageInput {
  readonly content?: string | null | undefined;
  readonly nonce?: string | number | null | undefined;
  /** Whether a nonce that its author used recently means the earlier message. */
  readonly enforce_nonce?: boolean | null | undefined;
  readonly tts?: boolean | null | undefined;
  readonly embeds?: readonly EmbedInput[] | null | undefined;
  readonly allowed_mentions?: AllowedMentions | null | undefined;
  readonly message_reference?: ReferenceInput | null | undefined;
  readonly flags?: number | null | undefined;
  /** Unchecked; absent in an edit: those that there are stay. */
  readonly components?: readonly unknown[] | null | undefined;
  readonly sticker_ids?: readonly (string | number)[] | null | undefined;
  /** Descriptions of its files; in an edit, of those that stay. */
  readonly attachments?: readonly AttachmentInput[] | null | undefined;
  /** Files that came with the request. */
  readonly uploads?: readonly Upload[] | undefined;
  readonly poll?: PollInput | null | undefined;
}

export interface ReferenceInput {
  readonly type?: number | null | undefined;
  readonly message_id: string | number;
  readonly channel_id?: string | number | null | undefined;
  readonly guild_id?: string | number | null | undefined;
  readonly fail_if_not_exists?: boolean | null | undefined;
}

/** Rejects by name what this platform does not emulate yet, rather than dropping it silently. */
export function unbuiltPart(input: ChannelMessageInput): Fault | undefined {
  if (((input.flags ?? 0) & MessageFlag.IsVoiceMessage) === 0) return undefined;
  return invalidField("flags", "NOT_EMULATED", "This platform does not emulate this value of flags.");
}
