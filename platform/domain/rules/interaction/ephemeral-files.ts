import type { Snowflake } from "sdkpp/wire";
import { safeFilename, type Attachment, FILE_QUOTA_BYTES } from "../../records/message/attachment.js";
import { endKey } from "../../records/end-key.js";
import { fileTypeOf } from "../../records/message/file-types.js";
import { grantKey } from "../../records/grant-key.js";
import type { Upload } from "../../records/message/upload.js";
import { ephemeralAttachmentView } from "../../views/message/attachment.js";
import { hasRoomFor, putFile, removeFiles } from "../../world/message/files.js";
import type { MessageWorld } from "../../world/message/message-world.js";
import type { Actor } from "../../world/oauth2/actor.js";
import type { ClockPort, IdsPort } from "../../world/ports.js";
import { invalidField, unknownApplication, fileQuotaExceeded } from "../faults.js";
import { done, type Result } from "../outcome.js";

type Touched = MessageWorld & ClockPort & IdsPort;

/** Life of a file: as long as its address is valid. */
const LIFE_MS = 24 * 60 * 60 * 1000;
/** Files of one user in one application; the oldest one goes for a new one. */
const KEPT_MAX = 10;
/** Files that one sweep removes at most. */
const SWEPT = 100;

/**
 * `POST /applications/{id}/attachment`: keeps a file of a user, or of the application's bot, that the application may show
 * for a day. Of one user the newest ten are kept.
 */
export function uploadApplicationAttachment(
  world: Touched,
  { application, user }: Actor,
  applicationId: Snowflake,
  upload: Upload | undefined,
): Result<Record<string, unknown>> {
  if (application.id !== applicationId) return unknownApplication();
  if (upload === undefined) return invalidField("file", "BASE_TYPE_REQUIRED", "This field is required");
  const { filename: given, content } = upload;
  const filename = safeFilename(given);
  const id = world.ids.next();
  const attachment: Attachment = { id, filename, contentType: fileTypeOf(filename), size: content.size };
  makeRoom(world, grantKey(applicationId, user.id));
  if (!hasRoomFor(world, applicationId, content.size))
    return fileQuotaExceeded(applicationId, FILE_QUOTA_BYTES);
  putFile(world, applicationId, applicationId, attachment, content);
  const endsAt = world.clock.now() + LIFE_MS;
  world.ephemeralFiles.put({ id, applicationId, userId: user.id, endsAt });
  return done({ attachment: ephemeralAttachmentView(world, applicationId, attachment) });
}

/** Removes what has ended. Run it in a transaction. */
export function sweepEphemeralFiles(world: MessageWorld & ClockPort): void {
  for (const { id } of world.ephemeralFiles.listUpTo("end", endKey(world.clock.now()), SWEPT))
    remove(world, id);
}

function makeRoom(world: MessageWorld, owner: string): void {
  const kept = world.ephemeralFiles.listBy("owner", owner);
  for (const { id } of kept.slice(0, Math.max(0, kept.length - KEPT_MAX + 1))) remove(world, id);
}

function remove(world: MessageWorld, id: Snowflake): void {
  removeFiles(world, [{ id }]);
  world.ephemeralFiles.delete(id);
}
