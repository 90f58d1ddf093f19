import { POLL_HOURS_DEFAULT, type Snowflake } from "sdkpp/wire";
import { emojiNamed, type Emoji } from "../../records/message/emoji.js";
import type { Poll } from "../../records/message/poll.js";
import type { ClockPort } from "../../world/ports.js";
import { invalidForm } from "../faults.js";
import type { Fault } from "../outcome.js";

/** A poll as its author sends it; the shape of every field is checked before. */
export interface PollInput {
  readonly question: { readonly text: string };
  readonly answers: readonly {
    readonly poll_media: {
      readonly text: string;
      /** One of a server's, by its id, or one of Unicode's, by its name. */
      readonly emoji?:
        | { readonly id?: string | number | null | undefined; readonly name?: string | null | undefined }
        | null
        | undefined;
    };
  }[];
  /** Hours */
  readonly duration?: number | null | undefined;
  readonly allow_multiselect?: boolean | null | undefined;
}

const HOUR_MS = 3_600_000;

/** The poll of a message that is about to be posted. */
export type NewPoll = Omit<Poll, "messageId" | "channelId">;

export function pollOf({ clock }: ClockPort, input: PollInput): NewPoll | Fault {
  const emojis = input.answers.map(({ poll_media: { emoji } }) =>
    emoji == null ? undefined : emojiOf(emoji),
  );
  const unknown = emojis.findIndex((emoji) => emoji === null);
  if (unknown >= 0) return unknownEmojiOf(unknown);
  const { duration, allow_multiselect: several } = input;
  return {
    question: input.question.text,
    answers: input.answers.map(({ poll_media: { text } }, at) => {
      const emoji = emojis[at];
      return { id: at + 1, text, votes: 0, ...(emoji && { emoji }) };
    }),
    allowsSeveral: several ?? false,
    endsAt: clock.now() + (duration ?? POLL_HOURS_DEFAULT) * HOUR_MS,
    isFinal: false,
  };
}

/** Null: no emoji. A server's may come without its name. */
function emojiOf({
  id,
  name,
}: {
  readonly id?: Snowflake | number | null | undefined;
  readonly name?: string | null | undefined;
}): Emoji | null {
  if (id == null) return emojiNamed(name ?? "") ?? null;
  return emojiNamed(`${name ?? "emoji"}:${String(id)}`) ?? null;
}

function unknownEmojiOf(answer: number): Fault {
  const leaf = { code: "POLL_EMOJI_INVALID", message: "Unknown emoji." };
  return invalidForm({ poll: { answers: { [answer]: { poll_media: { emoji: { _errors: [leaf] } } } } } });
}
