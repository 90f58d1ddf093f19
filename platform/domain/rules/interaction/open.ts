import { fileQuotaExceeded } from "../faults.js";
import { InteractionCallback, type Snowflake } from "sdkpp/wire";
import type { Interaction } from "../../records/interaction/interaction.js";
import { safeFilename, type Attachment, FILE_QUOTA_BYTES } from "../../records/message/attachment.js";
import type { FileContent } from "../../records/message/file-content.js";
import { fileTypeOf } from "../../records/message/file-types.js";
import type { MessageInteraction } from "../../records/message/message-interaction.js";
import type { Message } from "../../records/message/message.js";
import { interactionView } from "../../views/interaction/interaction.js";
import type { ActivityWorld } from "../../world/activity/activity-world.js";
import { entitlementView } from "../../views/monetisation/entitlement.js";
import type { CommandWorld } from "../../world/command/command-world.js";
import type { GuildWorld } from "../../world/guild/guild-world.js";
import type { InteractionWorld } from "../../world/interaction/interaction-world.js";
import type { MessageWorld } from "../../world/message/message-world.js";
import { activeEntitlements } from "../../world/monetisation/entitlements.js";
import type { MonetisationWorld } from "../../world/monetisation/monetisation-world.js";
import type { ApplicationWorld } from "../../world/oauth2/application-world.js";
import type { ClockPort, DigestPort, IdsPort, RandomPort } from "../../world/ports.js";
import type { UserWorld } from "../../world/user/user-world.js";
import { hasRoomFor, putFile } from "../../world/message/files.js";
import { done, type Fault, type Outcome } from "../outcome.js";
import { impossible, type Invocation } from "./invocation.js";

/** The slices of the world that these rules use. */
export type InteractionRulesWorld = InteractionWorld &
  ActivityWorld &
  CommandWorld &
  GuildWorld &
  MessageWorld &
  MonetisationWorld &
  UserWorld &
  ApplicationWorld &
  ClockPort &
  DigestPort &
  IdsPort &
  RandomPort;

/** A file that a user uploads, and whose bytes are kept already. */
export interface UploadedFile {
  readonly attachment: Attachment;
  readonly content: FileContent;
}

/** A user's action that starts an interaction. */
export interface InteractionStart {
  readonly invocation: Invocation;
  readonly source: Omit<MessageInteraction, "id" | "userId">;
  readonly data: Record<string, unknown>;
  readonly locale: string | undefined;
  /** The message whose component is used. */
  readonly message?: Message | undefined;
  readonly files?: readonly UploadedFile[];
  /** The activity that the platform has launched: the application hears of nothing. */
  readonly activityInstanceId?: string | undefined;
}

const TOKEN_LENGTH = 128;
/** Interactions of one application whose tokens are valid. */
const OPEN_MAX = 1000;
const DEFAULT_LOCALE = "en-US";

/** Tells the application what a user has done, unless the platform has done all of it. @returns the id of the interaction */
export function openInteraction(
  world: InteractionRulesWorld,
  start: InteractionStart,
): Outcome<Snowflake> | Fault {
  const { invocation, source, files = [], activityInstanceId } = start;
  const { application, user, place, context } = invocation;
  if (world.interactions.listBy("application", application.id).length >= OPEN_MAX)
    return impossible(`Application ${application.id} has ${String(OPEN_MAX)} interactions at once.`);
  const bytes = files.reduce((sum, file) => sum + file.content.size, 0);
  if (bytes > 0 && !hasRoomFor(world, application.id, bytes))
    return fileQuotaExceeded(application.id, FILE_QUOTA_BYTES);
  const token = world.random.token(TOKEN_LENGTH);
  const id = world.ids.next();
  const interaction: Interaction = {
    id,
    applicationId: application.id,
    tokenHash: world.digest.sha256(token),
    channelId: place.channel.id,
    guildId: place.kind === "guild" ? place.guild.id : null,
    context,
    source: { ...source, id, userId: user.id },
    createdAt: world.clock.now(),
    followUpIds: [],
    ...(activityInstanceId === undefined
      ? {}
      : { response: { callback: InteractionCallback.LaunchActivity, activityInstanceId } }),
    ...(files.length === 0 ? {} : { attachments: files.map(({ attachment }) => attachment) }),
  };
  for (const { attachment, content } of files)
    putFile(world, application.id, place.channel.id, attachment, content);
  world.interactions.put(interaction);
  if (activityInstanceId !== undefined) return done(id, [{ kind: "interactionLaunched", interaction }]);
  const payload = interactionView(world, {
    interaction,
    token,
    viewers: { application, place, userId: user.id },
    user,
    locale: start.locale ?? DEFAULT_LOCALE,
    data: start.data,
    message: start.message,
    entitlements: activeEntitlements(world, application.id, user.id, interaction.guildId).map(
      entitlementView,
    ),
  });
  return done(id, [{ kind: "interactionCreated", interaction, payload }]);
}

/** A file that a user uploads with an interaction. @param size bytes */
export function uploadedAttachment({ ids }: IdsPort, name: string, size: number): Attachment {
  const filename = safeFilename(name);
  return { id: ids.next(), filename, contentType: fileTypeOf(filename), size };
}
