import { ATTACHMENTS_MAX, UPLOAD_BYTES_MAX, type FieldErrorTree, type Snowflake } from "sdkpp/wire";
import { FILE_QUOTA_BYTES, safeFilename, type Attachment } from "../../records/message/attachment.js";
import type { FileContent } from "../../records/message/file-content.js";
import { fileTypeOf } from "../../records/message/file-types.js";
import type { MessageEmbed } from "../../records/message/message.js";
import type { Upload } from "../../records/message/upload.js";
import { hasRoomFor, putFile, removeFiles } from "../../world/message/files.js";
import type { MessageWorld } from "../../world/message/message-world.js";
import type { IdsPort } from "../../world/ports.js";
import { fileQuotaExceeded, fileTooLarge, invalidForm, tooLarge, tooManyAttachments } from "../faults.js";
import type { Fault } from "../outcome.js";

/** A sender's description of one file: a new one, by the `n` of its part, or an existing one, by its id. */
export interface AttachmentInput {
  readonly id: string | number;
  readonly filename?: string | null | undefined;
  readonly title?: string | null | undefined;
  readonly description?: string | null | undefined;
  readonly is_spoiler?: boolean | null | undefined;
}

/** A new file of a message, and what it holds. */
interface NewFile {
  readonly attachment: Attachment;
  readonly content: FileContent;
}

/** The files of a message as its author wants them. */
export interface ChosenFiles {
  /** The application whose quota new files count in. */
  readonly applicationId: Snowflake;
  readonly attachments: readonly Attachment[];
  readonly added: readonly NewFile[];
  /** Previous files of the message that are removed. */
  readonly removed: readonly Attachment[];
}

/** The sender of files, and the size limit. */
export interface FileSender {
  readonly applicationId: Snowflake;
  /** Size limit of one file, bytes. */
  readonly bytesMax: number;
}

/** Size limit of all new files of one message together, bytes. */
export function filesBytesMax({ bytesMax }: FileSender): number {
  return Math.max(UPLOAD_BYTES_MAX, bytesMax);
}

/**
 * The files of a message.
 * @param listed those to keep, and what is said of them and of new ones; absent: all are kept
 * @param before those that the message has
 */
export function chooseFiles(
  world: MessageWorld & IdsPort,
  sender: FileSender,
  listed: readonly AttachmentInput[] | null | undefined,
  uploads: readonly Upload[],
  before: readonly Attachment[] = [],
): ChosenFiles | Fault {
  const { applicationId, bytesMax } = sender;
  if (uploads.some(({ content }) => content.size > bytesMax)) return fileTooLarge();
  const total = uploads.reduce((sum, { content }) => sum + content.size, 0);
  if (total > filesBytesMax(sender)) return tooLarge();
  const inputs = listed ?? [];
  const unknown = inputs.findIndex(
    ({ id }) =>
      !uploads.some(({ index }) => index === String(id)) && !before.some((one) => one.id === String(id)),
  );
  if (unknown >= 0) return invalidForm({ attachments: { [unknown]: { id: UNKNOWN_FILE } } });
  if (new Set(inputs.map(({ id }) => String(id))).size < inputs.length)
    return invalidForm({ attachments: REPEATED_FILE });
  const said = new Map(inputs.map((input) => [String(input.id), input]));
  const kept = listed === undefined ? before : before.filter(({ id }) => said.has(id));
  if (kept.length + uploads.length > ATTACHMENTS_MAX) return tooManyAttachments();
  if (total > 0 && !hasRoomFor(world, applicationId, total))
    return fileQuotaExceeded(applicationId, FILE_QUOTA_BYTES);
  const added = uploads.map((upload) => newFile(world, upload, said.get(upload.index)));
  const attachments = [
    ...kept.map((attachment) => described(attachment, said.get(attachment.id))),
    ...added.map(({ attachment }) => attachment),
  ];
  return { applicationId, attachments, added, removed: before.filter((one) => !kept.includes(one)) };
}

/** Stores new files, and deletes those that a message has no longer. Run it in the transaction that stores the message. */
export function keepFiles(
  world: MessageWorld,
  channelId: Snowflake,
  { applicationId, added, removed }: ChosenFiles,
): void {
  for (const { attachment, content } of added) putFile(world, applicationId, channelId, attachment, content);
  removeFiles(world, removed);
}

/** Why pictures of embeds that name files cannot be shown. */
export function pictureFault(
  embeds: readonly MessageEmbed[],
  attachments: readonly Attachment[],
): Fault | undefined {
  const names = new Set(attachments.map(({ filename }) => filename));
  const missing = embeds.findIndex((embed) =>
    picturesOf(embed).some((url) => url.startsWith(SCHEME) && !names.has(url.slice(SCHEME.length))),
  );
  return missing < 0 ? undefined : invalidForm({ embeds: { [missing]: UNKNOWN_PICTURE } });
}

const SCHEME = "attachment://";

function picturesOf({ author, footer, image, thumbnail }: MessageEmbed): string[] {
  const parts = [author, footer, image, thumbnail] as ({ url?: string; icon_url?: string } | undefined)[];
  return parts.flatMap((part) => [part?.url ?? "", part?.icon_url ?? ""]);
}

function newFile(
  { ids }: IdsPort,
  { filename, content }: Upload,
  input: AttachmentInput | undefined,
): NewFile {
  const name = safeFilename(input?.filename ?? filename);
  const attachment: Attachment = {
    id: ids.next(),
    filename: name,
    contentType: fileTypeOf(name),
    size: content.size,
    ...(input?.title == null ? {} : { title: input.title }),
  };
  return { attachment: described(attachment, input), content };
}

/** Omitted fields keep their value. */
function described(attachment: Attachment, input: AttachmentInput | undefined): Attachment {
  const { description: oldDescription, spoiler: oldSpoiler, ...rest } = attachment;
  const description = input?.description === undefined ? oldDescription : input.description;
  const isSpoiler = input?.is_spoiler ?? oldSpoiler;
  return {
    ...rest,
    ...(description == null || description === "" ? {} : { description }),
    ...(isSpoiler === true && { spoiler: true }),
  };
}

const leaf = (code: string, message: string): FieldErrorTree => ({ _errors: [{ code, message }] });
const UNKNOWN_FILE = leaf("ATTACHMENT_UNKNOWN", "The request has no such file, and neither has the message.");
const REPEATED_FILE = leaf("SET_TYPE_ALREADY_CONTAINS_VALUE", "The set already contains this value");
const UNKNOWN_PICTURE = leaf("EMBED_ATTACHMENT_UNKNOWN", "The message has no file of this name.");
