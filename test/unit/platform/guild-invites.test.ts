import { LOBBY_INVITE_LIFE_S } from "sdkpp/wire";
import { describe, expect, it } from "vitest";
import { Fault } from "../../../platform/domain/rules/outcome.js";
import { acceptInvite, deleteInvite, getInvite, inviteMember, inviteSelf, linkLobby } from "./operations.js";
import { linkedScene } from "./linked-scene.js";
import { dispatches, eventNames, reply, START } from "./support-world.js";

const UNKNOWN = { status: 404, code: 10006 };

/** A lobby that is linked, and Ben's invite to its channel. */
function invited() {
  const scene = linkedScene();
  reply(linkLobby(scene.world, scene.ada, scene.lobbyId, scene.general));
  const made = inviteSelf(scene.world, scene.ben, scene.lobbyId);
  return { ...scene, made, code: reply(made).code };
}

describe("an invite to a lobby's linked channel", () => {
  it("is valid for one user, one use and one hour", () => {
    const { world, ben, guild, general, code } = invited();
    expect(reply(getInvite(world, code, true))).toMatchObject({
      type: 0,
      code,
      max_age: 3600,
      max_uses: 1,
      uses: 0,
      temporary: false,
      created_at: new Date(START).toISOString(),
      expires_at: new Date(START + 3_600_000).toISOString(),
      target_user: { id: ben.user.id },
      guild_id: guild.id,
      guild: { id: guild.id, name: "G" },
      channel: { id: general, type: 0, name: "general" },
      approximate_member_count: 2,
    });
    expect(reply(getInvite(world, code, false))).not.toHaveProperty("approximate_member_count");
  });

  it("notifies members who manage the channel", () => {
    const { made, ada, bot, guild, general, code } = invited();
    const [told] = made instanceof Fault ? [] : dispatches(made.events);
    expect(told).toMatchObject({
      t: "INVITE_CREATE",
      d: { code, guild_id: guild.id, channel_id: general, uses: 0 },
      reach: { to: "guild", guildId: guild.id, only: [ada.user.id, bot.user.id] },
    });
  });

  it("makes its user a member, notifies the others, and is used up", () => {
    const { world, ben, guild, code } = invited();
    const accepted = acceptInvite(world, ben, code);
    expect(reply(accepted)).toMatchObject({ code, uses: 1, guild: { id: guild.id } });
    expect(accepted).toMatchObject({
      events: [
        { kind: "guild.joined", guildId: guild.id, userId: ben.user.id },
        {
          t: "GUILD_MEMBER_ADD",
          d: { guild_id: guild.id, user: { id: ben.user.id }, roles: [] },
          reach: { to: "guild", guildId: guild.id, except: ben.user.id },
        },
      ],
    });
    expect(world.guilds.get(guild.id)?.memberIds).toContain(ben.user.id);
    expect([acceptInvite(world, ben, code), getInvite(world, code, false)]).toMatchObject([UNKNOWN, UNKNOWN]);
  });

  it("does not exist for other users, and stays valid for its own", () => {
    const { world, ada, ben, code } = invited();
    expect(acceptInvite(world, ada, code)).toMatchObject(UNKNOWN);
    expect(eventNames(acceptInvite(world, ben, code))).toContain("GUILD_MEMBER_ADD");
  });

  it("expires after one hour, to the millisecond, and is deleted with the next invite", () => {
    const { world, ben, lobbyId, code } = invited();
    world.clock.advance(LOBBY_INVITE_LIFE_S * 1000 - 1);
    expect(reply(getInvite(world, code, false))).toMatchObject({ code });
    world.clock.advance(1);
    expect(acceptInvite(world, ben, code)).toMatchObject(UNKNOWN);
    const next = reply(inviteSelf(world, ben, lobbyId)).code;
    expect(world.invites.all().map((one) => one.code)).toEqual([next]);
  });

  it("keeps its use when the user is already a member", () => {
    const { world, ada, lobbyId } = invited();
    const { code } = reply(inviteSelf(world, ada, lobbyId));
    expect(eventNames(acceptInvite(world, ada, code))).toEqual([]);
    expect(reply(getInvite(world, code, false))).toMatchObject({ uses: 0 });
  });

  it("can be accepted through a game only when its bot is in the guild", () => {
    const { world, ben, registry, code } = invited();
    const other = registry.createApplication({ name: "Other" });
    registry.createBot(other.id);
    const elsewhere = { ...ben, application: world.applications.get(other.id)! };
    expect(acceptInvite(world, elsewhere, code)).toMatchObject({ status: 403, code: 50001 });
  });

  it("can be requested by members of a linked lobby, or for them by the bot", () => {
    const { world, ada, ben, bot, registry, lobbyId, general } = linkedScene();
    expect(inviteSelf(world, ben, lobbyId)).toMatchObject({ status: 400, code: 10003 });
    reply(linkLobby(world, ada, lobbyId, general));
    const cyd = registry.createUser({ username: "cyd" });
    expect(inviteSelf(world, { ...ben, user: cyd }, lobbyId)).toMatchObject({ status: 403, code: 50001 });
    expect(inviteSelf(world, ben, "1")).toMatchObject({ status: 404, code: 10031 });
    expect(inviteMember(world, bot, lobbyId, cyd.id)).toMatchObject({ status: 404, code: 10007 });
    expect(inviteMember(world, bot, lobbyId, "1")).toMatchObject({ status: 404, code: 10013 });
    const { code } = reply(inviteMember(world, bot, lobbyId, ben.user.id));
    expect(eventNames(acceptInvite(world, ben, code))).toContain("GUILD_MEMBER_ADD");
  });

  it("can be revoked by members who manage the channel", () => {
    const { world, bot, ben, code } = invited();
    expect(deleteInvite(world, ben, code)).toMatchObject({ status: 403, code: 50013 });
    const gone = deleteInvite(world, bot, code);
    expect([reply(gone)["code"], eventNames(gone)]).toEqual([
      code,
      ["INVITE_DELETE", "GUILD_AUDIT_LOG_ENTRY_CREATE"],
    ]);
    expect([deleteInvite(world, bot, code), acceptInvite(world, ben, code)]).toMatchObject([
      UNKNOWN,
      UNKNOWN,
    ]);
  });
});
