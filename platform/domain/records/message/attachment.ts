import type { Snowflake } from "sdkpp/wire";
import type { IndexValues } from "../../../store/store.js";
import { endKey } from "../end-key.js";
import type { FileContent } from "./file-content.js";
import { grantKey } from "../grant-key.js";

/** A file of a message; a record of its own says what it holds. */
export interface Attachment {
  readonly id: Snowflake;
  readonly filename: string;
  readonly title?: string;
  readonly description?: string;
  readonly contentType: string;
  /** Bytes */
  readonly size: number;
  readonly spoiler?: true;
  /** The channel of the message that owns the file, when this message only shows it. */
  readonly ownerChannelId?: Snowflake;
}

/** The record of a message's file, which names its bytes: these are apart from all records. */
export interface StoredFile extends FileContent {
  /** Id of the attachment. */
  readonly id: Snowflake;
  readonly channelId: Snowflake;
  readonly filename: string;
}

/** The owner of a stored file's space. */
export interface FileOwner {
  /** Id of the file. */
  readonly id: Snowflake;
  readonly applicationId: Snowflake;
  readonly bytes: number;
}

/** Total size of the files that came by one application. */
export interface FileUsage {
  readonly applicationId: Snowflake;
  readonly bytes: number;
}

/** Bytes of all files of one application. */
export const FILE_QUOTA_BYTES = 512 * 1024 * 1024;

/** A file that is named so is a spoiler, whatever its sender says of it. */
const SPOILER_PREFIX = "SPOILER_";

export function isSpoiler({ filename, spoiler }: Attachment): boolean {
  return spoiler === true || filename.startsWith(SPOILER_PREFIX);
}

/** Path of a served file, below the site's address. @param channelId of the message that shows it */
export function attachmentPath(
  channelId: Snowflake,
  { id, filename, ownerChannelId = channelId }: Pick<Attachment, "id" | "filename" | "ownerChannelId">,
): string {
  return `/attachments/${ownerChannelId}/${id}/${filename}`;
}

/** A file that a user gave an application to show, and that belongs to no message. */
export interface EphemeralFile {
  readonly id: Snowflake;
  readonly applicationId: Snowflake;
  readonly userId: Snowflake;
  /** When it goes, Unix milliseconds. */
  readonly endsAt: number;
}

/** Indexes a file by the user and application that it belongs to, oldest first, and by its end. */
export function ephemeralFileIndex({ applicationId, userId, endsAt }: EphemeralFile): IndexValues {
  return { owner: grantKey(applicationId, userId), end: endKey(endsAt) };
}

/** Path of such a served file, below the site's address. */
export function ephemeralPath(
  applicationId: Snowflake,
  { id, filename }: Pick<Attachment, "id" | "filename">,
): string {
  return `/ephemeral-attachments/${applicationId}/${id}/${filename}`;
}

const FILENAME_MAX = 255;

/** A name that is safe in addresses, headers and folders: no path, no leading dots, ASCII letters, digits and few signs. */
export function safeFilename(name: string): string {
  const own = name.split(/[\\/]/).at(-1) ?? "";
  const safe = own.replaceAll(/[^A-Za-z0-9_.()-]/g, "_").replace(/^\.+/, "");
  return safe === "" ? "unknown" : safe.slice(-FILENAME_MAX).replace(/^\.+/, "_");
}
