import { LOBBY_INVITE_LIFE_S } from "sdkpp/wire";
import { describe, expect, it } from "vitest";
import { acceptInvite, deleteInvite, getInvite, inviteSelf, linkLobby } from "./operations.js";
import { linkedScene } from "./linked-scene.js";
import { dispatches, reply } from "./support-world.js";

/** A lobby that is linked, and Ben's invite to its channel. */
function invited() {
  const scene = linkedScene();
  reply(linkLobby(scene.world, scene.ada, scene.lobbyId, scene.general));
  const made = inviteSelf(scene.world, scene.ben, scene.lobbyId);
  return { ...scene, made, code: reply(made).code };
}

// What a row shows of invites is in test/conformance/operations/invite-operations.test.ts.
describe("an invite to a lobby's linked channel", () => {
  it("expires after one hour, to the millisecond, and is deleted with the next invite", () => {
    const { world, ben, lobbyId, code } = invited();
    world.clock.advance(LOBBY_INVITE_LIFE_S * 1000 - 1);
    expect(reply(getInvite(world, code, false))).toMatchObject({ code });
    world.clock.advance(1);
    expect(acceptInvite(world, ben, code)).toMatchObject({ status: 404, code: 10_006 });
    const next = reply(inviteSelf(world, ben, lobbyId)).code;
    expect(world.invites.all().map((one) => one.code)).toEqual([next]);
  });

  it("notifies members who manage the channel", () => {
    const { made, ada, bot, guild, general, code } = invited();
    const [told] = "events" in made ? dispatches(made.events) : [];
    expect(told).toMatchObject({
      t: "INVITE_CREATE",
      d: { code, guild_id: guild.id, channel_id: general, uses: 0 },
      reach: { to: "guild", guildId: guild.id, only: [ada.user.id, bot.user.id] },
    });
  });

  it("can be revoked by members who manage the channel", () => {
    const { world, bot, ben, code } = invited();
    expect(deleteInvite(world, ben, code)).toMatchObject({ status: 403, code: 50013 });
    expect(reply(deleteInvite(world, bot, code))).toMatchObject({ code });
  });
});
