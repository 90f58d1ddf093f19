import { inviteExpiresAt, type GuildInvite } from "../../records/guild/guild-invite.js";
import type { ClockPort } from "../ports.js";

export function isInviteOver(world: ClockPort, invite: GuildInvite): boolean {
  const { uses, maxUses } = invite;
  const expiresAt = inviteExpiresAt(invite);
  return (maxUses !== 0 && uses >= maxUses) || (expiresAt !== undefined && world.clock.now() >= expiresAt);
}
