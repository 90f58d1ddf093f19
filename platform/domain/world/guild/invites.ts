import { inviteExpiresAt, type GuildInvite } from "../../records/guild/guild-invite.js";
import type { ClockPort } from "../ports.js";

export function isInviteOver(world: ClockPort, invite: GuildInvite): boolean {
  return invite.uses >= invite.maxUses || world.clock.now() >= inviteExpiresAt(invite);
}
