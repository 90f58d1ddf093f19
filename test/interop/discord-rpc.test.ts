// Another project's RPC library, unmodified, against a desktop app of the platform.
import { startPlatform, type Platform } from "@sdkpp/platform";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { player, sdkSession } from "../e2e/platform/support-platform.js";
import type { Frame } from "../e2e/platform/support-socket.js";
import { installStrangers } from "../support/strangers.mjs";
import { TextPeer } from "./text-peer.js";

let platform: Platform;
let peer: TextPeer;
let place: Awaited<ReturnType<typeof makePlace>>;

beforeAll(async () => {
  await installStrangers();
  platform = await startPlatform({ e2ee: "off" });
  place = await makePlace();
  peer = await TextPeer.start("discord-rpc.mjs", platform, place.wish);
}, 120_000);

afterAll(async () => {
  await peer?.end();
  await platform?.stop();
});

async function makePlace() {
  const { control, seeded } = platform;
  const [ada, ben] = seeded.userIds;
  control.users.makeFriends(ada, ben);
  const clientSecret = "the secret of the game";
  const { id: clientId } = control.applications.create({
    name: "Chess",
    secret: clientSecret,
    redirectUris: ["http://127.0.0.1/"],
  });
  const { folder } = await control.desktop.start({ userId: ada, approvesAll: true });
  return { ada, ben, wish: { clientId, clientSecret, folder } };
}

const event = (name: string) => peer.until(name, () => peer.events.some((one) => one.name === name));

describe("@xhayper/discord-rpc", () => {
  it("finds the socket and knows the user", () => {
    expect(peer.userId).toBe(place.ada);
  });

  it("shows an activity to a friend, and clears it", async () => {
    const { socket } = await sdkSession(platform, player(platform, 1));
    const answer = await peer.ask("setActivity", {
      state: "In the lobby",
      details: "Opening",
      startTimestamp: 1_700_000_000_000,
      largeImageKey: "board",
      largeImageText: "Board",
      partyId: "party",
      partySize: 1,
      partyMax: 2,
      joinSecret: "open sesame",
      instance: true,
    });
    expect(answer).toMatchObject({ name: "Chess", details: "Opening", application_id: place.wish.clientId });
    const has = (count: number) => (frame: Frame) =>
      frame.t === "PRESENCE_UPDATE" && (frame.d as { activities: object[] }).activities.length === count;
    expect((await socket.next(has(1))).d).toMatchObject({
      user: { id: place.ada },
      activities: [{ name: "Chess", details: "Opening", party: { id: "party", size: [1, 2] } }],
    });
    await peer.ask("clearActivity");
    expect((await socket.next(has(0))).d).toMatchObject({ status: "offline" });
  });

  it("logs in through the desktop app, and reads friends, servers and channels", async () => {
    const login = await peer.ask("login", ["identify", "rpc", "relationships.read"]);
    expect(login).toMatchObject({
      application: place.wish.clientId,
      user: { id: place.ada, username: "ada" },
    });
    const { guildId, textChannelId, voiceChannelId } = platform.seeded;
    expect(await peer.ask("user", place.ben)).toEqual({ id: place.ben, username: "ben" });
    expect(await peer.ask("relationships")).toMatchObject([{ id: place.ben }]);
    expect(await peer.ask("guilds")).toEqual([{ id: guildId, name: "Seeded Server" }]);
    expect(await peer.ask("channels", guildId)).toMatchObject([
      { id: textChannelId },
      { id: voiceChannelId },
    ]);
  });

  it("hears a click on Join and the user's new name", async () => {
    for (const name of ["ACTIVITY_JOIN", "CURRENT_USER_UPDATE"]) await peer.ask("subscribe", name);
    const { applicationId } = platform.seeded;
    const clientId = place.wish.clientId;
    const host = platform.control.tokens.issue(clientId, place.ben, "openid sdk.social_layer").access_token;
    const { socket } = await sdkSession(platform, { ...player(platform, 1), token: host });
    const party = { party: { id: "p1" }, secrets: { join: "open sesame" } };
    socket.send(3, { since: 0, activities: [{ type: 0, ...party }], status: "online", afk: false });
    await socket.event("SESSIONS_REPLACE");
    expect(applicationId).not.toBe(clientId);
    expect(platform.control.desktop.clickJoin(place.ada, place.ben, clientId)).toBe(1);
    await event("ACTIVITY_JOIN");
    expect(peer.events.find(({ name }) => name === "ACTIVITY_JOIN")?.of).toEqual({ secret: "open sesame" });
    platform.control.users.rename(place.ada, "Countess");
    await event("CURRENT_USER_UPDATE");
    expect(peer.events.find(({ name }) => name === "CURRENT_USER_UPDATE")?.of).toMatchObject({
      global_name: "Countess",
    });
  });

  it("learns why a command is rejected", async () => {
    await expect(peer.ask("setActivity", { details: "x" })).rejects.toMatchObject({ code: 4000 });
    await expect(peer.ask("sendJoinInvite", place.ben)).rejects.toMatchObject({ code: 4012 });
  });

  it("notices that the app quits, and connects to the one that starts again", async () => {
    await platform.control.desktop.quit(place.ada);
    await event("disconnected");
    const { folder } = place.wish;
    await platform.control.desktop.start({ userId: place.ada, folder });
    await peer.ask("reconnect");
    expect(await peer.ask("user", place.ben)).toMatchObject({ id: place.ben });
  });
});
