import { beforeEach, describe, expect, it } from "vitest";
import {
  Activity,
  ActivityAssets,
  ActivityButton,
  ActivityGamePlatforms,
  ActivityParty,
  ActivityPartyPrivacy,
  ActivitySecrets,
  ActivityTimestamps,
  ActivityTypes,
  RelationshipGroupType,
  StatusDisplayTypes,
  StatusType,
  UserHandle,
  type Client,
} from "../../../lib/index.js";
import { OWN_ID, Scene, user } from "./scene.js";

const GAME = { id: "1", flags: 0, name: "Game" };
const READY = { application: GAME, scopes: ["activities.write"] };

let scene: Scene;
let client: Client;
beforeEach(async () => {
  scene = new Scene();
  ({ client } = scene);
  await scene.ready(READY);
});

/** The payloads of op 3 on the newest socket. */
const said = (): Record<string, unknown>[] =>
  scene.main
    .frames()
    .filter(({ op }) => op === 3)
    .map(({ d }) => d as Record<string, unknown>);
const level = (details: string): Activity => {
  const activity = new Activity();
  activity.setDetails(details);
  return activity;
};
const presence = (id: string, change: object = {}): object => ({
  user: user(id),
  status: "online",
  client_status: { embedded: "online" },
  activities: [],
  ...change,
});
const partyOf = (currentSize: number, maxSize: number): Activity => {
  const party = new ActivityParty();
  party.setId("p1");
  party.setCurrentSize(currentSize);
  party.setMaxSize(maxSize);
  const activity = new Activity();
  activity.setParty(party);
  return activity;
};

describe("updateRichPresence", () => {
  it("sends every field in its wire form", async () => {
    const activity = level("Level 1");
    activity.setName("Mine");
    activity.setType(ActivityTypes.Competing);
    activity.setStatusDisplayType(StatusDisplayTypes.Details);
    activity.setDetailsUrl("https://a.test/d");
    activity.setState("In a group");
    activity.setStateUrl("https://a.test/s");
    activity.setApplicationId(99n);
    const timestamps = new ActivityTimestamps();
    timestamps.setStart(1_700_000_000n);
    timestamps.setEnd(1_700_000_060_000n);
    activity.setTimestamps(timestamps);
    const assets = new ActivityAssets();
    assets.setLargeImage("map");
    assets.setLargeText("The map");
    assets.setLargeUrl("https://a.test/l");
    assets.setSmallImage("hero");
    assets.setSmallText("The hero");
    assets.setSmallUrl("https://a.test/h");
    assets.setInviteCoverImage("https://a.test/cover.png");
    activity.setAssets(assets);
    const party = new ActivityParty();
    party.setId("p1");
    party.setCurrentSize(2);
    party.setMaxSize(5);
    party.setPrivacy(ActivityPartyPrivacy.Public);
    activity.setParty(party);
    const secrets = new ActivitySecrets();
    secrets.setJoin("join secret");
    activity.setSecrets(secrets);
    const button = new ActivityButton();
    button.setLabel("Watch");
    button.setUrl("https://a.test/watch");
    activity.addButton(button);
    activity.setSupportedPlatforms(ActivityGamePlatforms.Desktop | ActivityGamePlatforms.PS5);

    expect((await client.updateRichPresence(activity)).successful).toBe(true);
    expect(said()).toEqual([
      {
        since: 0,
        afk: false,
        status: "online",
        activities: [
          {
            name: "Mine",
            type: 5,
            status_display_type: 2,
            details: "Level 1",
            details_url: "https://a.test/d",
            state: "In a group",
            state_url: "https://a.test/s",
            timestamps: { start: 1_700_000_000_000, end: 1_700_000_060_000 },
            assets: {
              large_image: "map",
              large_text: "The map",
              large_url: "https://a.test/l",
              small_image: "hero",
              small_text: "The hero",
              small_url: "https://a.test/h",
              invite_cover_image: "https://a.test/cover.png",
            },
            party: { id: "p1", size: [2, 5], privacy: 1 },
            secrets: { join: "join secret" },
            buttons: ["Watch"],
            metadata: { button_urls: ["https://a.test/watch"] },
            supported_platforms: ["desktop", "ps5"],
          },
        ],
      },
    ]);
    const own = client.getCurrentUserV2()!.gameActivity!;
    expect([own.details, own.party?.privacy, own.secrets?.join, own.getButtons()]).toEqual([
      "Level 1",
      ActivityPartyPrivacy.Public,
      "join secret",
      [],
    ]);
  });

  it("omits empty fields", async () => {
    const activity = new Activity();
    activity.setDetails("");
    activity.setAssets(new ActivityAssets());
    activity.setTimestamps(new ActivityTimestamps());
    activity.setSecrets(new ActivitySecrets());
    activity.setAssets(ActivityAssets.nullobj);
    await client.updateRichPresence(activity);
    expect(said()[0]!["activities"]).toEqual([{ name: "Game", type: 0 }]);
  });

  it("a party without a maximum sends no size", async () => {
    await client.updateRichPresence(partyOf(3, 0));
    expect(said()[0]!["activities"]).toMatchObject([{ party: { id: "p1", privacy: 0 } }]);
  });

  it("takes a copy of the activity", async () => {
    const activity = level("Level 1");
    const done = client.updateRichPresence(activity);
    activity.setDetails("changed");
    await done;
    expect(said()[0]!["activities"]).toMatchObject([{ details: "Level 1" }]);
  });

  it.each<[string, () => unknown, string]>([
    ["moved from", () => Activity.nullobj, "activity: expected a valid Activity"],
    ["no activity", () => ({ name: "x" }), "activity: expected an object of the class Activity"],
    ["nothing", () => undefined, "activity: expected an object of the class Activity"],
    [
      "a stream",
      () => typed(ActivityTypes.Streaming),
      "activity.type: expected one of 0, 2, 3, 5, received 1",
    ],
    ["a custom status", () => typed(ActivityTypes.CustomStatus), "received 4"],
    ["a hang status", () => typed(ActivityTypes.HangStatus), "received 6"],
    [
      "a party that is too full",
      () => partyOf(6, 5),
      "activity.party.currentSize: expected at most the maxSize of 5, received 6",
    ],
  ])("ValidationError, and nothing sent: %s", async (_name, make, message) => {
    await expect(client.updateRichPresence(make() as Activity)).rejects.toMatchObject({
      code: "ValidationError",
      message: expect.stringContaining(message) as string,
    });
    expect(said()).toEqual([]);
  });

  const typed = (type: ActivityTypes): Activity => {
    const activity = new Activity();
    activity.setType(type);
    return activity;
  };
});

describe("setOnlineStatus", () => {
  it.each([
    [StatusType.Online, "online"],
    [StatusType.Idle, "idle"],
    [StatusType.Dnd, "dnd"],
    [StatusType.Invisible, "invisible"],
  ])("%i is sent as %s, with the activity as it was", async (status, wire) => {
    await client.updateRichPresence(level("Level 1"));
    await client.setOnlineStatus(status);
    expect(said().at(-1)).toMatchObject({ status: wire, activities: [{ details: "Level 1" }] });
    expect(client.getCurrentUserV2()?.status).toBe(status);
  });

  it.each([StatusType.Offline, StatusType.Blocked, StatusType.Streaming, StatusType.Unknown, 9, "online"])(
    "ValidationError, and nothing sent: %s",
    async (status) => {
      await expect(client.setOnlineStatus(status as StatusType)).rejects.toMatchObject({
        code: "ValidationError",
      });
      expect(said()).toEqual([]);
    },
  );
});

describe("clearRichPresence", () => {
  it("clears the presence, once", async () => {
    client.clearRichPresence();
    await client.updateRichPresence(level("Level 1"));
    client.clearRichPresence();
    client.clearRichPresence();
    expect(said().map(({ activities }) => (activities as unknown[]).length)).toEqual([1, 0]);
    expect(client.getCurrentUserV2()?.gameActivity).toBeUndefined();
  });

  it("does nothing before connect and after destroy", () => {
    new Scene().client.clearRichPresence();
    client.destroy();
    client.clearRichPresence();
    expect(said()).toEqual([]);
  });
});

describe("the rate limit", () => {
  it("five in twenty seconds; beyond that, the newest as soon as possible", async () => {
    for (let at = 1; at <= 8; at += 1) await client.updateRichPresence(level(`Level ${String(at)}`));
    const levels = () => said().map(({ activities }) => (activities as { details: string }[])[0]?.details);
    expect(levels()).toEqual(["Level 1", "Level 2", "Level 3", "Level 4", "Level 5"]);
    expect(client.getCurrentUserV2()?.gameActivity?.details).toBe("Level 8");
    await scene.turn(19_999);
    expect(levels()).toHaveLength(5);
    await scene.turn(1);
    expect(levels().at(-1)).toBe("Level 8");
    expect(levels()).toHaveLength(6);
  });

  it("a waiting update is not sent after destroy", async () => {
    for (let at = 1; at <= 6; at += 1) await client.updateRichPresence(level(`Level ${String(at)}`));
    client.destroy();
    await scene.turn(20_000);
    expect(said().length).toBeLessThanOrEqual(5);
  });
});

describe("after a lost connection", () => {
  const again = async (begin: () => void): Promise<void> => {
    scene.main.listener.closed(1006, "");
    await scene.turn(60_000);
    scene.main.listener.opened();
    scene.main.receive({ op: 10, d: { heartbeat_interval: 41250 } });
    begin();
    await scene.turn();
  };
  const resumed = (): void => scene.dispatch("RESUMED", {});

  it("the presence is sent again when the session resumes", async () => {
    await client.updateRichPresence(level("Level 1"));
    await client.setOnlineStatus(StatusType.Dnd);
    await again(resumed);
    expect(said()).toMatchObject([{ status: "dnd", activities: [{ details: "Level 1" }] }]);
  });

  it("nothing is sent when nothing was set", async () => {
    await again(resumed);
    expect(said()).toEqual([]);
  });

  it("a new session gets it; another user's session does not", async () => {
    await client.updateRichPresence(level("Level 1"));
    const begin = async (id: string): Promise<void> => {
      scene.main.receive({ op: 9, d: false });
      await scene.turn(5000);
      const ready = { v: 9, user: user(id), session_id: id, resume_gateway_url: "ws://127.0.0.1:1/gateway" };
      scene.dispatch("READY", { ...ready, lobbies: [], ...READY });
      await scene.turn();
    };
    await begin(OWN_ID);
    expect(said()).toHaveLength(2);
    expect(client.getCurrentUserV2()?.gameActivity?.details).toBe("Level 1");
    await begin("6");
    expect(said()).toHaveLength(2);
    expect(client.getCurrentUserV2()).toMatchObject({ id: 6n, gameActivity: undefined });
  });

  it("a presence that was cleared meanwhile is not shown", async () => {
    await client.updateRichPresence(level("Level 1"));
    await again(() => {
      client.clearRichPresence();
      resumed();
    });
    expect(said()).toMatchObject([{ activities: [] }]);
  });

  it("disconnect forgets it", async () => {
    await client.updateRichPresence(level("Level 1"));
    client.disconnect();
    scene.main.listener.closed(1000, "");
    await scene.turn();
    client.connect();
    await scene.turn();
    scene.main.listener.opened();
    scene.main.receive({ op: 10, d: { heartbeat_interval: 41250 } });
    scene.dispatch("READY", {
      v: 9,
      user: user(OWN_ID),
      session_id: "another",
      resume_gateway_url: "ws://127.0.0.1:1/gateway",
      lobbies: [],
      ...READY,
    });
    await scene.turn();
    expect(client.getStatus()).toBe(3);
    expect(said()).toEqual([]);
    expect(client.getCurrentUserV2()).toMatchObject({ status: StatusType.Online, gameActivity: undefined });
  });
});

describe("of others", () => {
  const activity = {
    name: "Game",
    type: 3,
    application_id: "1",
    parent_application_id: "2",
    details: "D".repeat(500),
    state_url: "not an address",
    assets: { large_image: `mp:${"x".repeat(309)}` },
    timestamps: { start: 5 },
    party: { id: "p", size: [2, 4], privacy: 1 },
    buttons: ["Watch"],
    supported_platforms: ["ios", "who knows"],
  };

  it("the handle shows this game's activity, live, as the platform sends it", async () => {
    const updated: bigint[] = [];
    client.setUserUpdatedCallback((userId) => updated.push(userId));
    scene.dispatch("PRESENCE_UPDATE", presence("7"));
    const handle = client.getUser(7n)!;
    expect([handle.status, handle.gameActivity]).toEqual([StatusType.Online, undefined]);
    scene.dispatch(
      "PRESENCE_UPDATE",
      presence("7", { status: "idle", activities: [{ ...activity, application_id: "9" }, activity] }),
    );
    const shown = handle.gameActivity!;
    expect(handle.status).toBe(StatusType.Idle);
    expect(shown).toMatchObject({
      name: "Game",
      type: ActivityTypes.Watching,
      details: "D".repeat(500),
      stateUrl: "not an address",
      applicationId: 1n,
      parentApplicationId: 2n,
      supportedPlatforms: ActivityGamePlatforms.IOS,
      secrets: undefined,
    });
    expect([shown.party?.currentSize, shown.party?.maxSize, shown.timestamps?.start]).toEqual([2, 4, 5n]);
    expect(shown.party?.privacy).toBe(ActivityPartyPrivacy.Private);
    expect(shown.getButtons().map(({ label, url }) => [label, url])).toEqual([["Watch", ""]]);
    scene.dispatch("PRESENCE_UPDATE", presence("7", { status: "offline" }));
    expect([handle.status, handle.gameActivity]).toEqual([StatusType.Offline, undefined]);
    await scene.turn();
    expect(updated).toEqual([7n, 7n, 7n]);
  });

  it("the handle shows the activity in another game of the publisher when there is none in this one", async () => {
    const there = new Scene();
    const other = there.client;
    await there.ready({ ...READY, application: { id: "1", flags: 0, parent_id: "2" } });
    const at = (application_id: string, parent_application_id: string | undefined, details: string) => ({
      ...activity,
      application_id,
      parent_application_id,
      details,
    });
    const show = (...activities: object[]) => {
      there.dispatch("PRESENCE_UPDATE", presence("7", { activities }));
      return other.getUser(7n)?.gameActivity?.details;
    };
    expect(show(at("9", "3", "foreign"), at("8", "2", "sibling"))).toBe("sibling");
    expect(show(at("8", "2", "sibling"), at("1", "2", "own"))).toBe("own");
    expect(show(at("9", undefined, "foreign"))).toBeUndefined();
    other.destroy();
  });

  it("an offline user has no record, so a friend is in the offline group", async () => {
    const other = new Scene();
    await other.ready({ ...READY, relationships: [{ id: "7", type: 1, user: user("7") }] });
    const offline = () => other.client.getRelationshipsByGroup(RelationshipGroupType.Offline).length;
    other.dispatch("PRESENCE_UPDATE", presence("7", { activities: [activity] }));
    expect(offline()).toBe(0);
    other.dispatch("PRESENCE_UPDATE", presence("7", { status: "offline" }));
    expect(offline()).toBe(1);
  });

  it("an equal presence reports no change", async () => {
    scene.dispatch("PRESENCE_UPDATE", presence("7", { activities: [activity] }));
    await scene.turn();
    const updated: bigint[] = [];
    client.setUserUpdatedCallback((userId) => updated.push(userId));
    scene.dispatch("PRESENCE_UPDATE", presence("7", { activities: [activity] }));
    await scene.turn();
    expect(updated).toEqual([]);
  });

  it("handles give defaults when the client is destroyed", () => {
    scene.dispatch("PRESENCE_UPDATE", presence("7", { activities: [activity] }));
    const handle = client.getUser(7n)!;
    client.destroy();
    expect([handle.status, handle.gameActivity]).toEqual([StatusType.Offline, undefined]);
    expect([UserHandle.nullobj.status, UserHandle.nullobj.gameActivity]).toEqual([
      StatusType.Offline,
      undefined,
    ]);
  });
});
