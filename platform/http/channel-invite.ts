import { INVITE_AGE_MAX_S, INVITE_ROLES_MAX, INVITE_USES_MAX } from "sdkpp/wire";
import { Type, type Static } from "typebox";
import {
  createInvite,
  listChannelInvites,
  listGuildInvites,
  type InviteInput,
} from "../domain/rules/invite/invites.js";
import { getTargetUsers, getTargetUsersJob, updateTargetUsers } from "../domain/rules/invite/target-users.js";
import { invalidField } from "../domain/rules/faults.js";
import type { ReadUpload } from "../domain/records/message/upload.js";
import { done, Fault } from "../domain/rules/outcome.js";
import { BODY_BYTES_MAX } from "./body.js";
import { singleFileForm } from "./multipart.js";
import { TextAnswer } from "./reply.js";
import { route } from "./route.js";
import { maybe, SnowflakeShape } from "./shapes.js";

const InviteBody = Type.Object({
  max_age: maybe(Type.Integer({ minimum: 0, maximum: INVITE_AGE_MAX_S })),
  max_uses: maybe(Type.Integer({ minimum: 0, maximum: INVITE_USES_MAX })),
  temporary: maybe(Type.Boolean()),
  unique: maybe(Type.Boolean()),
  target_type: maybe(Type.Integer({ minimum: 1, maximum: 3 })),
  target_user_id: maybe(SnowflakeShape),
  target_application_id: maybe(SnowflakeShape),
  role_ids: maybe(Type.Array(SnowflakeShape, { maxItems: INVITE_ROLES_MAX })),
  target_users_file: Type.Optional(Type.Unknown()),
});
const TargetUsersBody = Type.Object({ target_users_file: Type.Optional(Type.Unknown()) });

const FILE = "target_users_file";
/** A list of users beside the fields, which are in `payload_json`. */
const CSV_FORM = singleFileForm(FILE, { bodyLimit: BODY_BYTES_MAX, fileBytesMax: BODY_BYTES_MAX });

const textOf = ([file]: readonly ReadUpload[]): string | undefined =>
  file && new TextDecoder().decode(file.bytes);

const noFile = (): Fault =>
  invalidField(FILE, "BASE_TYPE_REQUIRED", "A file of a multipart/form-data body is required.");

function readInvite(body: Static<typeof InviteBody>, uploads: readonly ReadUpload[]): InviteInput | Fault {
  const { target_application_id: application, target_users_file: text } = body;
  if (text !== undefined) return noFile();
  return {
    maxAge: body.max_age,
    maxUses: body.max_uses,
    temporary: body.temporary,
    unique: body.unique,
    targetType: body.target_type,
    targetApplicationId: application == null ? undefined : String(application),
    roleIds: body.role_ids?.map(String) ?? [],
    targetUsersFile: textOf(uploads),
  };
}

export const channelInviteRoutes = [
  route("GET", "/channels/{channel.id}/invites", {
    docs: "resources/channel#get-channel-invites",
    auth: "bot",
    handle: ({ actor, params }, world) => listChannelInvites(world, actor, params["channel.id"]),
  }),
  route("GET", "/guilds/{guild.id}/invites", {
    docs: "resources/guild#get-guild-invites",
    auth: "bot",
    handle: ({ actor, params }, world) => listGuildInvites(world, actor, params["guild.id"]),
  }),
  route("GET", "/invites/{invite.code}/target-users", {
    docs: "resources/invite#get-target-users",
    auth: "bot",
    handle: ({ actor, params }, world) => {
      const found = getTargetUsers(world, actor, params["invite.code"]);
      return found instanceof Fault ? found : done(new TextAnswer("text/csv", found.reply));
    },
  }),
  route("GET", "/invites/{invite.code}/target-users/job-status", {
    docs: "resources/invite#get-target-users-job-status",
    auth: "bot",
    handle: ({ actor, params }, world) => getTargetUsersJob(world, actor, params["invite.code"]),
  }),
  route("POST", "/channels/{channel.id}/invites", {
    docs: "resources/channel#create-channel-invite",
    auth: "bot",
    body: InviteBody,
    form: CSV_FORM,
    handle: ({ actor, params, body, readUploads }, world) => {
      const input = readInvite(body, readUploads);
      return input instanceof Fault ? input : createInvite(world, actor, params["channel.id"], input);
    },
  }),
  route("PUT", "/invites/{invite.code}/target-users", {
    docs: "resources/invite#update-target-users",
    auth: "bot",
    body: TargetUsersBody,
    form: CSV_FORM,
    handle: ({ actor, params, readUploads }, world) => {
      const text = textOf(readUploads);
      return text === undefined ? noFile() : updateTargetUsers(world, actor, params["invite.code"], text);
    },
  }),
];
