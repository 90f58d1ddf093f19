import type { Snowflake } from "sdkpp/wire";
import type { Attachment, StoredFile } from "../../records/message/attachment.js";
import type { Message } from "../../records/message/message.js";
import type { IdsPort } from "../ports.js";
import type { MessageWorld } from "./message-world.js";

/** Stores what a new file holds. Run it in the transaction that stores its message. */
export function putFile(
  world: MessageWorld,
  channelId: Snowflake,
  { id, filename }: Attachment,
  bytes: Uint8Array,
): void {
  world.files.put({ id, channelId, filename, data: Buffer.from(bytes).toString("base64") });
}

/** Copies files of another message, which may be deleted before their copies. */
export function copyFiles(
  world: MessageWorld & IdsPort,
  channelId: Snowflake,
  attachments: readonly Attachment[],
): Attachment[] {
  return attachments.flatMap(({ ownerChannelId: _owner, ...attachment }) => {
    const file = world.files.get(attachment.id);
    if (file === undefined) return [];
    const copy = { ...attachment, id: world.ids.next() };
    world.files.put({ ...file, id: copy.id, channelId });
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
export function removeFiles(world: MessageWorld, attachments: readonly Attachment[]): void {
  for (const { id } of attachments) world.files.delete(id);
}

/** All files that a message owns, those that it carries from another one too. */
export function filesOf({ attachments = [], snapshots = [] }: Message): readonly Attachment[] {
  const shown = [...attachments, ...snapshots.flatMap((one) => one.attachments ?? [])];
  return shown.filter(({ ownerChannelId }) => ownerChannelId === undefined);
}
