import type { Snowflake } from "sdkpp/wire";
import { FILE_QUOTA_BYTES, type Attachment, type StoredFile } from "../../records/message/attachment.js";
import type { FileContent } from "../../records/message/file-content.js";
import type { Message } from "../../records/message/message.js";
import type { IdsPort } from "../ports.js";
import type { MessageWorld } from "./message-world.js";

/**
 * Stores a new file, whose bytes are kept. Run it in the transaction that stores its message.
 * @param applicationId by which it came, and in whose quota it counts
 */
export function putFile(
  world: MessageWorld,
  applicationId: Snowflake,
  channelId: Snowflake,
  { id, filename }: Attachment,
  { hash, size }: FileContent,
): void {
  world.files.put({ id, channelId, filename, hash, size });
  take(world, applicationId, id, size);
}

/** Copies files of another message, which may be deleted before their copies: both name the same bytes. */
export function copyFiles(
  world: MessageWorld & IdsPort,
  applicationId: Snowflake,
  channelId: Snowflake,
  attachments: readonly Attachment[],
): Attachment[] {
  return attachments.flatMap(({ ownerChannelId: _owner, ...attachment }) => {
    const file = world.files.get(attachment.id);
    if (file === undefined) return [];
    const copy = { ...attachment, id: world.ids.next() };
    world.files.put({ ...file, id: copy.id, channelId });
    take(world, applicationId, copy.id, attachment.size);
    return [copy];
  });
}

export function fileAt(
  world: MessageWorld,
  channelId: Snowflake,
  id: Snowflake,
  filename: string,
): StoredFile | undefined {
  const file = world.files.get(id);
  return file?.channelId === channelId && file.filename === filename ? file : undefined;
}

/** Run it in a transaction. */
export function removeFiles(world: MessageWorld, files: readonly Pick<Attachment, "id">[]): void {
  for (const { id } of files) {
    const file = world.files.get(id);
    world.files.delete(id);
    if (file !== undefined) world.contents.doubt(file.hash);
    const owner = world.fileOwners.get(id);
    if (owner === undefined) continue;
    world.fileOwners.delete(id);
    use(world, owner.applicationId, -owner.bytes);
  }
}

/** Whether an application may keep so many more bytes. */
export function hasRoomFor(world: MessageWorld, applicationId: Snowflake, bytes: number): boolean {
  return usedBy(world, applicationId) + bytes <= FILE_QUOTA_BYTES;
}

/** All files that a message owns, those that it carries from another one too. */
export function filesOf({ attachments = [], snapshots = [] }: Message): readonly Attachment[] {
  const shown = [...attachments, ...snapshots.flatMap((one) => one.attachments ?? [])];
  return shown.filter(({ ownerChannelId }) => ownerChannelId === undefined);
}

function take(world: MessageWorld, applicationId: Snowflake, id: Snowflake, bytes: number): void {
  world.fileOwners.put({ id, applicationId, bytes });
  use(world, applicationId, bytes);
}

function use(world: MessageWorld, applicationId: Snowflake, bytes: number): void {
  world.fileUsage.put({ applicationId, bytes: Math.max(0, usedBy(world, applicationId) + bytes) });
}

function usedBy(world: MessageWorld, applicationId: Snowflake): number {
  return world.fileUsage.get(applicationId)?.bytes ?? 0;
}
