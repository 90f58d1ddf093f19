import type { Attachment } from "../../records/message/attachment.js";
import type { Message } from "../../records/message/message.js";
import type { MessageWorld } from "../../world/message/message-world.js";
import type { ClockPort, IdsPort } from "../../world/ports.js";
import { Fault } from "../outcome.js";
import { chooseFiles, keepFiles, type ChosenFiles, type FileSender } from "./attachments.js";
import type { Draft } from "./draft.js";
import type { ChannelMessageInput } from "./input.js";
import { pollOf, type NewPoll } from "./poll-input.js";

/** The files and the poll of a message, which are stored apart from it. */
interface Parts {
  readonly files: ChosenFiles;
  readonly poll?: NewPoll | undefined;
}

/** A new message without its frame: id, author and time are for the caller to add. */
export interface Composed extends Parts {
  readonly draft: Draft & Pick<Message, "hasPoll">;
}

/** Composes a new message; nothing is stored. @param write drafts it with the chosen files */
export function compose(
  world: MessageWorld & ClockPort & IdsPort,
  sender: FileSender,
  input: ChannelMessageInput,
  write: (files: ChosenFiles) => Draft | Fault,
): Composed | Fault {
  const files = chooseFiles(world, sender, input.attachments, input.uploads ?? []);
  if (files instanceof Fault) return files;
  const draft = write(files);
  if (draft instanceof Fault) return draft;
  const poll = chosenPoll(world, input);
  return poll instanceof Fault ? poll : { draft: withPoll(draft, poll), files, poll };
}

/** A message after an edit. */
export interface Recomposed extends Parts {
  readonly after: Message;
}

/** Composes a message anew by an edit; nothing is stored. @param write drafts it with the chosen files */
export function recompose(
  world: MessageWorld & ClockPort & IdsPort,
  sender: FileSender,
  input: ChannelMessageInput,
  before: readonly Attachment[] | undefined,
  write: (files: ChosenFiles) => Message | Fault,
): Recomposed | Fault {
  const files = chooseFiles(world, sender, input.attachments, input.uploads ?? [], before);
  if (files instanceof Fault) return files;
  const after = write(files);
  if (after instanceof Fault) return after;
  const poll = chosenPoll(world, input);
  return poll instanceof Fault ? poll : { after: withPoll(after, poll), files, poll };
}

function chosenPoll(world: ClockPort, { poll }: ChannelMessageInput): NewPoll | undefined | Fault {
  return poll == null ? undefined : pollOf(world, poll);
}

function withPoll<Written>(written: Written, poll: NewPoll | undefined): Written & Pick<Message, "hasPoll"> {
  return { ...written, ...(poll && { hasPoll: true }) };
}

/** Stores the parts of a message that is about to be stored itself. */
export function keepParts(world: MessageWorld, { id, channelId }: Message, { files, poll }: Parts): void {
  keepFiles(world, channelId, files);
  if (poll !== undefined) world.polls.put({ ...poll, messageId: id, channelId });
}
