// Games that show what their user plays without a connection.
import type { Platform } from "@sdkpp/platform";
import { describe, expect, it } from "vitest";
import { sendRequest, type Answer } from "../../support/send-request.js";
import { platformForTest, player, sdkSession, type Player } from "./support-platform.js";

const PATH = "/users/@me/headless-sessions";

interface Shown {
  readonly token: string;
  readonly activities: readonly Record<string, unknown>[];
}

/** Ben watches Ada, who has no connection. */
async function watched() {
  const platform = await platformForTest();
  const [ada, ben] = [player(platform, 0), player(platform, 1)];
  platform.control.users.makeFriends(ada.userId, ben.userId);
  const { socket } = await sdkSession(platform, ben);
  return { platform, ada, ben, socket };
}

const activity = (platform: Platform, details: string, more: object = {}): object => ({
  type: 0,
  name: "Board Game",
  application_id: platform.seeded.applicationId,
  platform: "android",
  details,
  ...more,
});

const keep = (platform: Platform, { token }: Player, body: object): Promise<Answer<Shown>> =>
  sendRequest<Shown>(platform, `Bearer ${token}`, "POST", PATH, body);
const end = (platform: Platform, who: Player, token: string): Promise<Answer> =>
  sendRequest(platform, `Bearer ${who.token}`, "POST", `${PATH}/delete`, { token });
const gone = (userId: string): object => ({ user: { id: userId }, status: "offline", activities: [] });

describe("a session without a connection", () => {
  it("shows an activity, changes it, and ends", async () => {
    const { platform, ada, socket } = await watched();
    const { status, body } = await keep(platform, ada, { activities: [activity(platform, "Level 1")] });
    expect({ status, body }).toMatchObject({ status: 200, body: { activities: [{ details: "Level 1" }] } });
    expect(await socket.event("PRESENCE_UPDATE")).toMatchObject({
      user: { id: ada.userId },
      status: "online",
      client_status: { mobile: "online" },
      activities: [
        { name: "Board Game", details: "Level 1", session_id: expect.stringMatching(/^h:/) as string },
      ],
    });
    const { token } = body;
    const changed = await keep(platform, ada, { activities: [activity(platform, "Level 2")], token });
    expect(changed).toMatchObject({ status: 200, body: { token } });
    expect(await socket.event("PRESENCE_UPDATE")).toMatchObject({ activities: [{ details: "Level 2" }] });
    expect((await end(platform, ada, token)).status).toBe(204);
    expect(await socket.event("PRESENCE_UPDATE")).toMatchObject(gone(ada.userId));
    expect(await end(platform, ada, token)).toMatchObject({ status: 404, body: { code: 10_020 } });
  });

  it("is in the list of the user's own sessions", async () => {
    const { platform, ada } = await watched();
    const { socket } = await sdkSession(platform, ada);
    await keep(platform, ada, { activities: [activity(platform, "Level 1")] });
    expect(await socket.event("SESSIONS_REPLACE")).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ session_id: expect.stringMatching(/^h:/) as string, status: "online" }),
      ]),
    );
  });

  it("ends 20 minutes after its game has asked for the last time", async () => {
    const { platform, ada, socket } = await watched();
    const { clock } = platform.control;
    const body = { activities: [activity(platform, "Level 1")] };
    const { token } = (await keep(platform, ada, body)).body;
    await socket.event("PRESENCE_UPDATE");
    await clock.advance(19 * 60_000);
    expect((await keep(platform, ada, { ...body, token })).status).toBe(200);
    await clock.advance(19 * 60_000);
    expect(socket.frames.filter(({ t }) => t === "PRESENCE_UPDATE")).toEqual([]);
    await clock.advance(62_000);
    expect(await socket.event("PRESENCE_UPDATE")).toMatchObject(gone(ada.userId));
    expect(await keep(platform, ada, { ...body, token })).toMatchObject({
      status: 404,
      body: { code: 10_020 },
    });
  });

  it("ends with the grant of its user", async () => {
    const { platform, ada, socket } = await watched();
    await keep(platform, ada, { activities: [activity(platform, "Level 1")] });
    await socket.event("PRESENCE_UPDATE");
    platform.control.tokens.revoke(platform.seeded.applicationId, ada.userId);
    expect(await socket.event("PRESENCE_UPDATE")).toMatchObject(gone(ada.userId));
  });

  it("is one of five: the oldest makes way", async () => {
    const { platform, ada } = await watched();
    const tokens: string[] = [];
    for (let count = 0; count < 6; count += 1)
      tokens.push((await keep(platform, ada, { activities: [activity(platform, "Level 1")] })).body.token);
    expect((await end(platform, ada, tokens[0]!)).status).toBe(404);
    expect((await end(platform, ada, tokens[5]!)).status).toBe(204);
  });

  it.each<[string, (platform: Platform) => object]>([
    ["no activity", () => ({ activities: [] })],
    ["two", (platform) => ({ activities: [activity(platform, "a"), activity(platform, "b")] })],
    [
      "one of another game",
      (platform) => ({ activities: [activity(platform, "a", { application_id: "1" })] }),
    ],
    ["an unknown system", (platform) => ({ activities: [activity(platform, "a", { platform: "toaster" })] })],
    [
      "details of one character too many",
      (platform) => ({ activities: [activity(platform, "x".repeat(129))] }),
    ],
  ])("is rejected with %s, and nobody hears of it", async (_name, body) => {
    const { platform, ada, socket } = await watched();
    expect(await keep(platform, ada, body(platform))).toMatchObject({ status: 400, body: { code: 50_035 } });
    await keep(platform, ada, { activities: [activity(platform, "good")] });
    expect(await socket.event("PRESENCE_UPDATE")).toMatchObject({ activities: [{ details: "good" }] });
  });

  it("is nobody else's to change or end", async () => {
    const { platform, ada, ben } = await watched();
    const body = { activities: [activity(platform, "Level 1")] };
    const { token } = (await keep(platform, ada, body)).body;
    expect(await keep(platform, ben, { ...body, token })).toMatchObject({
      status: 404,
      body: { code: 10_020 },
    });
    expect(await end(platform, ben, token)).toMatchObject({ status: 404 });
  });
});
