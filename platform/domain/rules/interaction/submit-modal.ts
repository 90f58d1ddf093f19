import { InteractionType, type Snowflake } from "sdkpp/wire";
import { resolvedView } from "../../views/interaction/resolved.js";
import { messageAt } from "../../world/interaction/interactions.js";
import { submissionOf, type Entry } from "../component/submission.js";
import { Fault, type Outcome } from "../outcome.js";
import { openInteraction, type InteractionRulesWorld, type UploadedFile } from "./open.js";
import { choosableIn, impossible, invocationOf } from "./invocation.js";

/** A user submits the modal that an application has opened. */
export interface ModalSubmission {
  /** The interaction whose response the modal is. */
  readonly interactionId: Snowflake;
  /** Entries by the `custom_id` of their fields. */
  readonly entries: Readonly<Record<string, Entry>>;
  readonly files: readonly UploadedFile[];
  readonly locale?: string | undefined;
}

/** @returns the id of the new interaction */
export function submitModal(
  world: InteractionRulesWorld,
  submission: ModalSubmission,
): Outcome<Snowflake> | Fault {
  const { interactionId, entries, files, locale } = submission;
  const opener = world.interactions.get(interactionId);
  const modal = opener?.response?.modal;
  if (opener === undefined || modal === undefined)
    return impossible(`Interaction ${interactionId} has opened no modal.`);
  const { applicationId, channelId, source } = opener;
  const invocation = invocationOf(world, { applicationId, channelId, userId: source.userId });
  if (invocation instanceof Fault) return invocation;
  const read = submissionOf(modal, entries, choosableIn(world, invocation));
  if (read instanceof Fault) return read;
  const { userIds, roleIds, channelIds, fileIds, ...data } = read;
  const uploaded = files.filter(({ attachment }) => fileIds.includes(attachment.id));
  const attachments = uploaded.map(({ attachment }) => attachment);
  const { application, place, user } = invocation;
  const viewers = { application, place, userId: user.id };
  const resolved = resolvedView(world, viewers, { userIds, roleIds, channelIds, attachments });
  const usedId = source.interactedMessageId;
  return openInteraction(world, {
    invocation,
    source: { type: InteractionType.ModalSubmit, owners: source.owners, trigger: source },
    data: { ...data, ...(resolved && { resolved }) },
    locale,
    message: usedId === undefined ? undefined : messageAt(world, channelId, usedId),
    files: uploaded,
  });
}
