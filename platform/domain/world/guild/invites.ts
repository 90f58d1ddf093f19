import { inviteExpiresAt, type GuildInvite } from "../../records/guild/guild-invite.js";
import type { World } from "../world.js";

export function isInviteOver(world: World, invite: GuildInvite): boolean {
  return invite.uses >= invite.maxUses || world.clock.now() >= inviteExpiresAt(invite);
}
