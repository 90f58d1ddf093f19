// The invites that pages see, by what the gateway tells the client.
import type { Client as BuiltClient } from "sdkpp";
import { ClientStatus } from "sdkpp/enums";
import type { InviteRecord, OperationName } from "sdkpp/surface";
import { beforeEach, describe, expect, it } from "vitest";
import { AuthorizationTokenType } from "../../../lib/index.js";
import { ACTIVITY_INVITE_LIFE_MS } from "../../../lib/wire/index.js";
import { InvitesWatch } from "../../../packages/electron/social/invites-watch.js";
import { Records } from "../../../packages/electron/social/records.js";
import { OWN_ID, Scene, user } from "../sdk/scene.js";

const READY = { application: { id: "1", flags: 0, name: "Game" } };
const JOIN = 1;
const JOIN_REQUEST = 5;

let scene: Scene;
let records: Records;
let watch: InvitesWatch;
beforeEach(async () => {
  scene = new Scene();
  records = new Records();
  watch = new InvitesWatch(scene.client as unknown as BuiltClient, records);
  await scene.ready(READY);
});

const ids = (): string[] => records.keys("invites");
const done = (name: OperationName, messageId: string): void => watch.done(name, [{ messageId }]);

async function emit(event: string, data: object): Promise<void> {
  scene.dispatch(event, data);
  await scene.turn();
}

function invite(id: number, { senderId = "7", type = JOIN } = {}): Promise<void> {
  return emit("ACTIVITY_INVITE_CREATE", {
    message_id: String(id),
    channel_id: "7",
    author: user(senderId),
    application: { id: "1", name: "Game", icon: null, description: "" },
    activity: { type, party_id: "party-1", session_id: "s-7" },
  });
}

function partyOf(partyId: string): Promise<void> {
  const activities = [{ name: "Game", type: 0, application_id: "1", party: { id: partyId } }];
  return emit("PRESENCE_UPDATE", { user: { id: "7" }, status: "online", client_status: {}, activities });
}

async function disconnect(): Promise<void> {
  scene.client.disconnect();
  scene.main.listener.closed(1000, "");
  await scene.turn();
}

/** The client goes on with the token of another user. */
async function signInAs(id: string): Promise<void> {
  scene.answers.set("GET /users/@me", { body: user(id) });
  await scene.client.updateToken(AuthorizationTokenType.Bearer, "other-token");
  await scene.turn();
  scene.network.newest.listener.opened();
  scene.network.newest.receive({ op: 10, d: { heartbeat_interval: 41_250 } });
  const resume_gateway_url = "ws://127.0.0.1:1/gateway";
  await emit("READY", {
    ...READY,
    v: 9,
    user: user(id),
    session_id: "other-session",
    resume_gateway_url,
    lobbies: [],
  });
  expect(scene.client.getCurrentUserV2()?.id).toBe(BigInt(id));
}

describe("an invite that came", () => {
  it("is a record, and the player's own is none", async () => {
    await invite(70);
    await invite(71, { senderId: OWN_ID });
    expect(ids()).toEqual(["70"]);
    expect(records.get("invites", "70")).toEqual({
      senderId: "7",
      channelId: "7",
      messageId: "70",
      type: JOIN,
      applicationId: "1",
      parentApplicationId: "0",
      partyId: "party-1",
      sessionId: "s-7",
      valid: true,
    } satisfies Record<keyof InviteRecord, unknown>);
  });

  it("leaves when it is invalid, and comes back when it is valid again", async () => {
    await partyOf("party-1");
    await invite(70);
    await partyOf("party-2");
    expect(ids()).toEqual([]);
    await partyOf("party-1");
    expect(ids()).toEqual(["70"]);
  });

  it("leaves when it expires", async () => {
    await invite(70);
    await scene.turn(ACTIVITY_INVITE_LIFE_MS - 1);
    expect(ids()).toEqual(["70"]);
    await scene.turn(1);
    expect(ids()).toEqual([]);
  });

  it("leaves when its sender is blocked; those of others stay", async () => {
    await invite(70);
    await invite(71, { senderId: "8" });
    await emit("RELATIONSHIP_ADD", { id: "7", type: 2, user: user("7") });
    expect(ids()).toEqual(["71"]);
  });

  it("is not shown of a sender who is blocked", async () => {
    await emit("RELATIONSHIP_ADD", { id: "7", type: 2, user: user("7") });
    await invite(70);
    expect(ids()).toEqual([]);
  });
});

describe("an invite that the player answers", () => {
  it.each([
    ["acceptActivityInvite", JOIN],
    ["sendActivityJoinRequestReply", JOIN_REQUEST],
  ] as const)("leaves with %s, for good", async (name, type) => {
    await partyOf("party-1");
    await invite(70, { type });
    await invite(71);
    done(name, "70");
    expect(ids()).toEqual(["71"]);
    await partyOf("party-2");
    await partyOf("party-1");
    expect(ids()).toEqual(["71"]);
  });

  it("stays with any other operation", async () => {
    await invite(70);
    done("sendActivityInvite", "70");
    expect(ids()).toEqual(["70"]);
  });

  it("leaves when another device of the player accepts it", async () => {
    await invite(70);
    await invite(70);
    expect(ids()).toEqual([]);
  });
});

describe("the invites that pages see", () => {
  it("are the newest 20: the 21st pushes out the oldest, which does not come back when another device accepts it", async () => {
    for (let id = 70; id < 90; id += 1) await invite(id);
    expect(ids()).toHaveLength(20);
    await invite(90);
    expect(ids()).toHaveLength(20);
    expect(ids()).not.toContain("70");
    await invite(70);
    expect(ids()).toContain("90");
    expect(ids()).not.toContain("70");
  });

  it("are the newest 20 as well when an older one is valid again", async () => {
    await partyOf("party-1");
    await invite(70);
    await partyOf("party-2");
    for (let id = 71; id < 91; id += 1) await invite(id, { senderId: "8" });
    await partyOf("party-1");
    expect(ids().sort()).toEqual(Array.from({ length: 20 }, (_, at) => String(71 + at)));
  });

  it("end when the player signs out", async () => {
    await invite(70);
    await disconnect();
    expect(ids()).toEqual([]);
  });

  it("end when another user signs in, and stay away when they are valid again", async () => {
    await partyOf("party-1");
    await invite(70);
    await invite(71);
    await partyOf("party-2");
    await partyOf("party-1");
    await signInAs("9");
    expect(ids()).toEqual([]);
    await partyOf("party-1");
    await partyOf("party-2");
    await partyOf("party-1");
    expect(ids()).toEqual([]);
    await invite(72);
    expect(ids()).toEqual(["72"]);
  });

  it("are left alone by a connection that comes back", async () => {
    await invite(70);
    scene.main.listener.closed(1006, "");
    await scene.turn(5000);
    expect(ids()).toEqual(["70"]);
    scene.network.newest.listener.opened();
    scene.network.newest.receive({ op: 10, d: { heartbeat_interval: 41_250 } });
    await emit("RESUMED", {});
    expect(scene.client.getStatus()).toBe(ClientStatus.Ready);
    expect(ids()).toEqual(["70"]);
  });

  it("change no more behind the end", async () => {
    await invite(70);
    watch.end();
    await invite(71);
    expect(ids()).toEqual(["70"]);
  });
});
