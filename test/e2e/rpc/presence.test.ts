// Presence of a game through the desktop app, without a login, and its effect on others: presence, invites, joining.
import { PRESENCE_LIMIT, PRESENCE_WINDOW_MS } from "sdkpp/wire";
import { describe, expect, it } from "vitest";
import type { Frame } from "../platform/support-socket.js";
import { desk } from "./support-desktop.js";

const PARTY = { state: "Lobby", party: { id: "p1", size: [1, 4] }, secrets: { join: "open sesame" } };
const shows = (text: string | undefined) => (frame: Frame) => {
  const { activities } = frame.d as { activities?: { details?: string }[] };
  return frame.t === "PRESENCE_UPDATE" && activities?.[0]?.details === text;
};

describe("SET_ACTIVITY", () => {
  it("is seen by a friend without a login of the game, and ends with null", async () => {
    const { game, bens, ada, applicationId } = await desk();
    const { socket } = await bens();
    const one = await game();
    const answer = await one.ask("SET_ACTIVITY", {
      pid: 7,
      activity: {
        details: "Level 1",
        timestamps: { start: 1_700_000_000 },
        buttons: [{ label: "Watch", url: "https://game.example/" }],
        instance: true,
        created_at: 5,
      },
    });
    expect(answer).toMatchObject({ name: "Seeded Game", details: "Level 1", application_id: applicationId });
    const seen = await socket.next(shows("Level 1"));
    expect(seen.d).toMatchObject({
      user: { id: ada.userId },
      status: "online",
      client_status: { desktop: "online" },
      activities: [
        {
          name: "Seeded Game",
          application_id: applicationId,
          buttons: ["Watch"],
          timestamps: { start: 1_700_000_000_000 },
        },
      ],
    });
    expect(await one.ask("SET_ACTIVITY", { pid: 7, activity: null })).toBeNull();
    const gone = await socket.next(shows(undefined));
    expect(gone.d).toMatchObject({ status: "offline", activities: [] });
  });

  it("ends when the socket closes, when the app quits, and is shown again by the next connection", async () => {
    const { platform, game, bens, ada } = await desk();
    const { socket } = await bens();
    const one = await game();
    await one.ask("SET_ACTIVITY", { pid: 7, activity: { details: "Level 1" } });
    await socket.next(shows("Level 1"));
    one.socket.destroy();
    await socket.next(shows(undefined));
    const two = await game();
    await two.ask("SET_ACTIVITY", { pid: 7, activity: { details: "Level 2" } });
    await socket.next(shows("Level 2"));
    await platform.control.desktop.quit(ada.userId);
    expect(await two.closeCode()).toBe(1000);
    await socket.next(shows(undefined));
    const { path } = await platform.control.desktop.start({ userId: ada.userId });
    expect(path).not.toBe("");
  });

  it("of two games shows both, each under its own name", async () => {
    const { platform, game, bens } = await desk();
    const { socket } = await bens();
    const other = platform.control.applications.create({ name: "Chess" });
    const [one, two] = [await game(), await game(other.id)];
    await one.ask("SET_ACTIVITY", { pid: 1, activity: { details: "Level 1" } });
    await two.ask("SET_ACTIVITY", { pid: 2, activity: { details: "Opening" } });
    const both = await socket.next(shows("Opening"));
    expect((both.d as { activities: { name: string }[] }).activities.map(({ name }) => name)).toEqual([
      "Chess",
      "Seeded Game",
    ]);
    one.socket.destroy();
    const left = await socket.next(
      (frame) => shows("Opening")(frame) && (frame.d as { activities: object[] }).activities.length === 1,
    );
    expect(left.d).toMatchObject({ activities: [{ name: "Chess" }] });
  });

  it("refuses a field that breaks its rule with 4000, the field and the limit", async () => {
    const { game } = await desk();
    const one = await game();
    const button = { label: "Watch", url: "https://game.example/" };
    const refused: [object, string][] = [
      [{ details: "x" }, "details: expected a text of 2 to 128 characters"],
      [{ buttons: [button, button, button] }, "buttons: expected a list of at most 2"],
      [{ buttons: [{ label: "a" }] }, "buttons.0.url: expected a text of 1 to 512 characters"],
      [{ buttons: [{ ...button, label: "" }] }, "buttons.0.label: expected a text of 1 to 32 characters"],
      [{ type: 1 }, "type: expected one of 0, 2, 3, 5"],
      [{ party: { id: "p1", size: [5, 4] } }, "party.size: expected [current, max]"],
      [{ ...PARTY, buttons: [button] }, "secrets: cannot be sent together with buttons; remove one of them"],
    ];
    for (const [activity, words] of refused) {
      const { evt, data } = await one.request("SET_ACTIVITY", { pid: 1, activity });
      expect([evt, data.code, data.message]).toEqual(["ERROR", 4000, expect.stringContaining(words)]);
    }
  });

  it("above the limit shows the newest one when the window opens", async () => {
    const { platform, game, bens } = await desk();
    const { socket } = await bens();
    const one = await game();
    for (let n = 1; n <= PRESENCE_LIMIT + 3; n += 1)
      await one.ask("SET_ACTIVITY", { pid: 1, activity: { details: `Level ${String(n)}` } });
    await socket.next(shows(`Level ${String(PRESENCE_LIMIT)}`));
    await platform.control.clock.advance(PRESENCE_WINDOW_MS);
    await socket.next(shows(`Level ${String(PRESENCE_LIMIT + 3)}`));
    expect(socket.frames.filter(shows(`Level ${String(PRESENCE_LIMIT + 1)}`))).toEqual([]);
  });
});

describe("invites", () => {
  it("reach a friend, who accepts with the secret of the game's party", async () => {
    const { platform, game, bens, ada, ben, applicationId } = await desk();
    const { socket } = await bens();
    const one = await game();
    expect(await one.errorOf("ACTIVITY_INVITE_USER", { user_id: ben.userId, type: 1, pid: 1 })).toBe(5006);
    await one.ask("SET_ACTIVITY", { pid: 1, activity: PARTY });
    expect(
      await one.ask("ACTIVITY_INVITE_USER", { user_id: ben.userId, type: 1, content: "Come!", pid: 1 }),
    ).toBeNull();
    const invite = await socket.event("MESSAGE_CREATE");
    expect(invite).toMatchObject({
      author: { id: ada.userId },
      content: "Come!",
      activity: { type: 1, party_id: "p1" },
    });
    const { session_id } = invite["activity"] as { session_id: string };
    const query = `channel_id=${String(invite["channel_id"])}&message_id=${String(invite["id"])}`;
    const response = await fetch(
      `${platform.endpoints.apiBase}/v10/users/${ada.userId}/sessions/${session_id}/activities/${applicationId}/1?${query}`,
      { headers: ben.headers },
    );
    expect(await response.json()).toEqual({ secret: "open sesame" });
    expect(await one.errorOf("ACTIVITY_INVITE_USER", { user_id: "1", type: 1, pid: 1 })).toBe(4010);
  });

  it("of a friend arrive as ACTIVITY_INVITE, and accepting one brings ACTIVITY_JOIN", async () => {
    const { platform, game, bens, ada, ben, applicationId } = await desk();
    const { socket, sessionId } = await bens();
    const one = await game();
    for (const evt of ["ACTIVITY_INVITE", "ACTIVITY_JOIN"])
      expect(await one.ask("SUBSCRIBE", {}, evt)).toEqual({ evt });
    socket.send(3, { since: 0, activities: [{ type: 0, ...PARTY }], status: "online", afk: false });
    await socket.event("SESSIONS_REPLACE");
    const sent = await fetch(`${platform.endpoints.apiBase}/v10/users/${ada.userId}/messages`, {
      method: "POST",
      headers: ben.headers,
      body: JSON.stringify({
        application_id: applicationId,
        activity: { type: 1, party_id: "p1", session_id: sessionId },
      }),
    });
    expect(sent.status).toBe(200);
    const invite = await one.event("ACTIVITY_INVITE");
    expect(invite).toMatchObject({
      type: 1,
      user: { id: ben.userId },
      activity: { party: { id: "p1" }, session_id: sessionId, application_id: applicationId },
    });
    expect(JSON.stringify(invite)).not.toContain("sesame");
    const { channel_id, message_id } = invite as { channel_id: string; message_id: string };
    const accept = { type: 1, user_id: ben.userId, session_id: sessionId, channel_id, message_id };
    expect(await one.errorOf("ACCEPT_ACTIVITY_INVITE", { ...accept, message_id: "1" })).toBe(4011);
    expect(await one.ask("ACCEPT_ACTIVITY_INVITE", accept)).toBeNull();
    expect(await one.event("ACTIVITY_JOIN")).toEqual({ secret: "open sesame" });
  });

  it("of another application go to the games of that application", async () => {
    const { platform, game, bens, ada, ben, applicationId } = await desk();
    const { socket, sessionId } = await bens();
    const sibling = platform.control.applications.create({ name: "Sibling" });
    const [one, two] = [await game(), await game(sibling.id)];
    for (const each of [one, two]) await each.ask("SUBSCRIBE", {}, "ACTIVITY_JOIN");
    await one.ask("SUBSCRIBE", {}, "ACTIVITY_INVITE");
    socket.send(3, { since: 0, activities: [{ type: 0, ...PARTY }], status: "online", afk: false });
    await socket.event("SESSIONS_REPLACE");
    await fetch(`${platform.endpoints.apiBase}/v10/users/${ada.userId}/messages`, {
      method: "POST",
      headers: ben.headers,
      body: JSON.stringify({
        application_id: applicationId,
        activity: { type: 1, party_id: "p1", session_id: sessionId },
      }),
    });
    const { channel_id, message_id } = (await one.event("ACTIVITY_INVITE")) as {
      channel_id: string;
      message_id: string;
    };
    const accept = { type: 1, user_id: ben.userId, session_id: sessionId, channel_id, message_id };
    expect(await two.errorOf("ACCEPT_ACTIVITY_INVITE", accept)).toBe(4011);
    expect(await two.ask("ACCEPT_ACTIVITY_INVITE", { ...accept, application_id: applicationId })).toBeNull();
    expect(await one.event("ACTIVITY_JOIN")).toEqual({ secret: "open sesame" });
    expect(two.events("ACTIVITY_JOIN")).toEqual([]);
  });

  it("answer a request to join, which arrives as ACTIVITY_JOIN_REQUEST", async () => {
    const { platform, game, bens, ada, ben, applicationId } = await desk();
    const { socket, sessionId } = await bens();
    const one = await game();
    await one.ask("SUBSCRIBE", {}, "ACTIVITY_JOIN_REQUEST");
    await one.ask("SET_ACTIVITY", { pid: 1, activity: PARTY });
    expect(await one.errorOf("SEND_ACTIVITY_JOIN_INVITE", { user_id: ben.userId, pid: 1 })).toBe(4012);
    const asked = await fetch(`${platform.endpoints.apiBase}/v10/users/${ada.userId}/messages`, {
      method: "POST",
      headers: ben.headers,
      body: JSON.stringify({
        application_id: applicationId,
        activity: { type: 5, party_id: "p1", session_id: sessionId },
      }),
    });
    expect(asked.status).toBe(200);
    expect(await one.event("ACTIVITY_JOIN_REQUEST")).toMatchObject({
      type: 5,
      user: { id: ben.userId },
      activity: { party: { id: "p1" }, name: "Seeded Game" },
    });
    expect(await one.ask("CLOSE_ACTIVITY_REQUEST", { user_id: ben.userId })).toBeNull();
    expect(await one.ask("CLOSE_ACTIVITY_JOIN_REQUEST", { user_id: ben.userId })).toBeNull();
    expect(await one.ask("SEND_ACTIVITY_JOIN_INVITE", { user_id: ben.userId, pid: 1 })).toBeNull();
    const invite = await socket.next(
      ({ t, d }) => t === "MESSAGE_CREATE" && (d as { activity?: { type: number } }).activity?.type === 1,
    );
    expect(invite.d).toMatchObject({ author: { id: ada.userId }, activity: { party_id: "p1" } });
  });
});

describe("a click on Join", () => {
  it("sends the secret of the other user's party to the game", async () => {
    const { platform, game, bens, ada, ben, applicationId } = await desk();
    const { socket } = await bens();
    const one = await game();
    const click = () => platform.control.desktop.clickJoin(ada.userId, ben.userId, applicationId);
    expect(click).toThrow(/shows no party/);
    socket.send(3, { since: 0, activities: [{ type: 0, ...PARTY }], status: "online", afk: false });
    await socket.event("SESSIONS_REPLACE");
    expect(click()).toBe(0);
    await one.ask("SUBSCRIBE", {}, "ACTIVITY_JOIN");
    expect(click()).toBe(1);
    expect(await one.event("ACTIVITY_JOIN")).toEqual({ secret: "open sesame" });
    await one.ask("UNSUBSCRIBE", {}, "ACTIVITY_JOIN");
    expect(click()).toBe(0);
  });
});
