import type { Platform } from "@sdkpp/platform";
import { PRESENCE_LIMIT, PRESENCE_WINDOW_MS } from "sdkpp/wire";
import { describe, expect, it } from "vitest";
import { platformForTest, player, sdkSession, type Player } from "./support-platform.js";
import { FrameSocket, type Frame } from "./support-socket.js";

const update = (activities: unknown[], more: object = {}): object => ({
  since: 0,
  activities,
  status: "online",
  afk: false,
  ...more,
});
const level = (details: string): object => ({ type: 0, details });
const isPresence = ({ t }: Frame): boolean => t === "PRESENCE_UPDATE";

/** Ada and Ben are friends and there. */
async function friends(): Promise<{
  platform: Platform;
  ada: Player;
  ben: Player;
  adas: Awaited<ReturnType<typeof sdkSession>>;
  bens: Awaited<ReturnType<typeof sdkSession>>;
}> {
  const platform = await platformForTest();
  const [ada, ben] = [player(platform, 0), player(platform, 1)];
  platform.control.users.makeFriends(ada.userId, ben.userId);
  const adas = await sdkSession(platform, ada);
  const bens = await sdkSession(platform, ben);
  await adas.socket.event("PRESENCE_UPDATE");
  return { platform, ada, ben, adas, bens };
}

describe("op 3", () => {
  it("is sent live and in READY, is kept while the socket is lost, and ends with the session", async () => {
    const { platform, ada, ben, adas, bens } = await friends();
    const { seeded, control } = platform;
    adas.socket.send(3, update([{ ...level("Level 1"), party: { id: "p1", size: [1, 4] } }], { since: "0" }));
    const first = await bens.socket.next(isPresence);
    expect(first.d).toMatchObject({
      user: { id: ada.userId, username: "ada" },
      status: "online",
      client_status: { embedded: "online" },
      activities: [
        {
          name: "Seeded Game",
          details: "Level 1",
          party: { id: "p1", size: [1, 4] },
          application_id: seeded.applicationId,
          session_id: adas.sessionId,
        },
      ],
    });
    expect(await adas.socket.event("SESSIONS_REPLACE")).toMatchObject([
      { session_id: adas.sessionId, status: "online", activities: [{ details: "Level 1" }] },
    ]);

    // Ben is away while Ada goes on; her own socket is cut, too, and nobody notices.
    control.gateway.close(ben.userId, "reset");
    await bens.socket.closed();
    adas.socket.send(3, update([level("Level 2")], { status: "dnd" }));
    await adas.socket.event("SESSIONS_REPLACE");
    control.gateway.close(ada.userId, "reset");
    const again = new FrameSocket(`${platform.endpoints.gateway}?v=9&encoding=json`);
    await again.op(10);
    again.send(6, { token: `Bearer ${ben.token}`, session_id: bens.sessionId, seq: first.s });
    await again.event("RESUMED");
    const missed = again.frames.filter(isPresence).map(({ d }) => d);
    expect(missed).toMatchObject([{ status: "dnd", activities: [{ details: "Level 2" }] }]);
    const { ready } = await sdkSession(platform, ben);
    expect(ready["presences"]).toMatchObject([
      { user: { id: ada.userId }, status: "dnd", activities: [{ details: "Level 2" }] },
    ]);

    await control.clock.advance(120_000);
    expect((await again.next((frame) => isPresence(frame) && isOffline(frame))).d).toMatchObject({
      activities: [],
      client_status: {},
    });
  });

  const isOffline = ({ d }: Frame): boolean => (d as { status: string }).status === "offline";

  it("beyond five in twenty seconds the newest waits", async () => {
    const { platform, adas, bens } = await friends();
    for (let at = 1; at <= PRESENCE_LIMIT + 3; at += 1) adas.socket.send(3, update([level(`Level ${at}`)]));
    const details = async () =>
      (
        (await bens.socket.event<{ activities: { details: string }[] }>("PRESENCE_UPDATE")).activities[0] ??
        {}
      ).details;
    for (let at = 1; at <= PRESENCE_LIMIT; at += 1) expect(await details()).toBe(`Level ${at}`);
    adas.socket.send(1, null);
    await adas.socket.op(11);
    expect(bens.socket.frames.filter(isPresence)).toEqual([]);
    await platform.control.clock.advance(PRESENCE_WINDOW_MS);
    expect(await details()).toBe(`Level ${PRESENCE_LIMIT + 3}`);
  });

  it("bots of a guild get presences, at once and live, and appear as their Identify says", async () => {
    const { platform, ada, adas } = await friends();
    const { seeded, endpoints } = platform;
    adas.socket.send(3, update([level("Level 1")]));
    await adas.socket.event("SESSIONS_REPLACE");
    const bot = new FrameSocket(`${endpoints.gateway}?v=10&encoding=json`);
    await bot.op(10);
    const presence = update([{ type: 3, name: "the players" }], { status: "dnd", since: null });
    bot.send(2, { token: seeded.botToken, properties: {}, intents: 1 | (1 << 8), presence });
    const guild = await bot.event<{ presences: object[] }>("GUILD_CREATE");
    expect(guild.presences).toContainEqual(
      expect.objectContaining({
        guild_id: seeded.guildId,
        user: expect.objectContaining({ id: ada.userId }),
      }),
    );
    adas.socket.send(3, update([level("Level 2")]));
    expect((await bot.next(isPresence)).d).toMatchObject({
      guild_id: seeded.guildId,
      activities: [{ details: "Level 2" }],
    });
    const presencesFor = async (intents: number): Promise<object[]> => {
      const socket = new FrameSocket(`${endpoints.gateway}?v=10&encoding=json`);
      await socket.op(10);
      socket.send(2, { token: seeded.botToken, properties: {}, intents, presence: { status: 5 } });
      return (await socket.event<{ presences: object[] }>("GUILD_CREATE")).presences;
    };
    expect(await presencesFor(1)).toEqual([]);
    expect(await presencesFor(1 | (1 << 8))).toContainEqual(
      expect.objectContaining({
        user: expect.objectContaining({ id: seeded.botUserId }),
        status: "dnd",
        activities: [expect.objectContaining({ type: 3, name: "the players" })],
      }),
    );
  });

  it.each<[string, unknown]>([
    ["nothing", null],
    ["no activities", { status: "online", afk: false, since: 0 }],
    ["activities that are no list", update({} as never)],
    ["an unknown status", update([], { status: "streaming" })],
    ["a status that is no text", update([], { status: 0 })],
    ["a negative since", update([], { since: -1 })],
    ["a since that is no number", update([], { since: "yesterday" })],
    ["an afk that is no flag", update([], { afk: "no" })],
  ])("with %s ends the socket with 4002", async (_name, d) => {
    const platform = await platformForTest();
    const { socket } = await sdkSession(platform, player(platform, 0));
    socket.send(3, d);
    expect(await socket.closed()).toBe(4002);
  });
});
