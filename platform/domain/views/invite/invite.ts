import type { GuildInvite } from "../../records/guild/guild-invite.js";
import type { InviteTargets } from "../../records/invite/invite-targets.js";

/** The fields of an invite that the audit log lists. */
export function inviteAuditView(invite: GuildInvite): Record<string, unknown> {
  return {
    code: invite.code,
    channel_id: invite.channelId,
    inviter_id: invite.inviterId,
    uses: invite.uses,
    max_uses: invite.maxUses,
    max_age: invite.maxAge,
    temporary: invite.temporary ?? false,
    flags: 0,
  };
}

const PROCESSING = 1;
const COMPLETED = 2;
/** How long a list is read. */
const JOB_MS = 1000;

/** The state of the list of users who can accept an invite. */
export function targetJobView({ userIds, createdAt }: InviteTargets, now: number): Record<string, unknown> {
  const endsAt = createdAt + JOB_MS;
  const isCompleted = now >= endsAt;
  return {
    status: isCompleted ? COMPLETED : PROCESSING,
    total_users: userIds.length,
    processed_users: isCompleted ? userIds.length : 0,
    created_at: new Date(createdAt).toISOString(),
    completed_at: isCompleted ? new Date(endsAt).toISOString() : null,
    error_message: null,
  };
}

/** The list as a file: one column. */
export function targetUsersFile({ userIds }: InviteTargets): string {
  return ["user_id", ...userIds, ""].join("\n");
}
