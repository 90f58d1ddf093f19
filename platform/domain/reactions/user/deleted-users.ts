import { memberKey } from "../../records/guild/guild-member.js";
import { grantKey } from "../../records/grant-key.js";
import { avatarSlot, bannerSlot } from "../../records/picture/picture-slots.js";
import type { Fact, FactOf } from "../../facts/facts.js";
import { removeMember as leaveGuild } from "../../rules/guild/membership.js";
import { removeMember as leaveLobby } from "../../rules/lobby/membership.js";
import { removeIdentity } from "../../rules/user/application-identities.js";
import { removeInstallations } from "../../world/application/installations.js";
import { removePicture } from "../../world/picture/pictures.js";
import type { World } from "../../world/world.js";
import { deleteAccount } from "./deleted-accounts.js";

type Deleted = FactOf<"userDeleted">;

/** Guilds forget members who cannot come back. */
export function leaveGuilds(world: World, { userId }: Deleted): Fact[] {
  const user = world.users.get(userId);
  if (user === undefined) return [];
  return world.guilds.listBy("member", userId).flatMap((guild) => {
    const { facts } = leaveGuild(world, guild, user);
    world.members.delete(memberKey(guild.id, userId));
    return facts;
  });
}

export function leaveLobbies(world: World, { userId }: Deleted): Fact[] {
  return world.applications
    .all()
    .flatMap(({ id }) => world.lobbies.listBy("member", grantKey(id, userId)))
    .flatMap((lobby) => leaveLobby(world, lobby, userId));
}

/** The account loses its installations, its pictures and its identity in each game. */
export function loseBelongings(world: World, { userId }: Deleted): Fact[] {
  removeInstallations(world, userId);
  for (const slot of [avatarSlot(userId), bannerSlot(userId)]) removePicture(world, slot);
  return world.applications.all().flatMap(({ id }) => removeIdentity(world, id, userId));
}

/** Messages stay: their author is a deleted user from now on. */
export function deleteRecord(world: World, { userId }: Deleted): Fact[] {
  return deleteAccount(world, userId);
}
