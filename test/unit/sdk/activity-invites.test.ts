import { beforeEach, describe, expect, it } from "vitest";
import {
  Activity,
  ActivityActionTypes,
  ActivityInvite,
  ActivityParty,
  ActivitySecrets,
  type Client,
} from "../../../lib/index.js";
import { ACTIVITY_INVITE_LIFE_MS } from "../../../lib/wire/index.js";
import { Scene, user } from "./scene.js";

const READY = {
  application: { id: "1", flags: 0, name: "Game" },
  scopes: ["activities.write", "dm_channels.messages.write"],
};
const SEND = "POST /users/7/messages";
const SECRET = "/users/7/sessions/s-7/activities/1/1";

let scene: Scene;
let client: Client;
let created: ActivityInvite[];
let updated: ActivityInvite[];
let messages: bigint[];
beforeEach(async () => {
  scene = new Scene();
  ({ client } = scene);
  [created, updated, messages] = [[], [], []];
  client.setActivityInviteCreatedCallback((invite) => created.push(invite));
  client.setActivityInviteUpdatedCallback((invite) => updated.push(invite));
  client.setMessageCreatedCallback((id) => messages.push(id));
  await scene.ready(READY);
  scene.answers.set(SEND, { body: {} });
});

const application = { id: "1", name: "Game", icon: null, description: "" };
const activity = (type: number, change: object = {}): object => ({
  type,
  party_id: "party-1",
  session_id: "s-7",
  ...change,
});
const message = (change: object = {}): object => ({
  id: "70",
  channel_id: "7",
  channel_type: 18,
  author: user("7"),
  content: "come",
  timestamp: "2026-01-01T00:00:00.000Z",
  application_id: "1",
  application,
  activity: activity(1),
  ...change,
});
const bare = (change: object = {}): object => ({
  message_id: "70",
  channel_id: "7",
  author: user("7"),
  application,
  activity: activity(1),
  ...change,
});
const presence = (partyId: string): object => ({
  user: { id: "7" },
  status: "online",
  client_status: {},
  activities: [{ name: "Game", type: 0, application_id: "1", party: { id: partyId } }],
});
const emit = async (t: string, d: object): Promise<void> => {
  scene.dispatch(t, d);
  await scene.turn();
};
const host = (): Promise<unknown> => {
  const shown = new Activity();
  const party = new ActivityParty();
  party.setId("party-1");
  party.setCurrentSize(1);
  party.setMaxSize(4);
  shown.setParty(party);
  const secrets = new ActivitySecrets();
  secrets.setJoin("join secret");
  shown.setSecrets(secrets);
  return client.updateRichPresence(shown);
};
const sent = (): unknown => {
  const request = scene.requests.findLast(({ method }) => method === "POST");
  return request && [request.path, JSON.parse(request.body ?? "{}")];
};
const invite = (type: ActivityActionTypes): ActivityInvite => {
  const made = new ActivityInvite();
  made.setType(type);
  made.setSenderId(7n);
  made.setMessageId(70n);
  made.setChannelId(7n);
  made.setApplicationId(1n);
  made.setSessionId("s-7");
  return made;
};

describe("sending", () => {
  it("an invite names party, game and session; the secret is not sent", async () => {
    await host();
    await client.sendActivityInvite(7n, "come");
    expect(sent()).toEqual([
      "/users/7/messages",
      {
        content: "come",
        application_id: "1",
        activity: { type: 1, party_id: "party-1", session_id: "main-session" },
      },
    ]);
  });

  it("with presence scopes, the text is not sent", async () => {
    scene = new Scene();
    ({ client } = scene);
    await scene.ready({ ...READY, scopes: ["activities.write"] });
    scene.answers.set(SEND, { body: {} });
    await host();
    await client.sendActivityInvite(7n, "come");
    expect(sent()).toMatchObject([expect.anything(), expect.not.objectContaining({ content: "come" })]);
  });

  it("a join request names the party that the other user's presence shows", async () => {
    await emit("PRESENCE_UPDATE", presence("party-9"));
    await client.sendActivityJoinRequest(7n);
    expect(sent()).toMatchObject(["/users/7/messages", { activity: { type: 5, party_id: "party-9" } }]);
  });

  it("the reply to a join request is an invite", async () => {
    await host();
    await client.sendActivityJoinRequestReply(invite(ActivityActionTypes.JoinRequest));
    expect(sent()).toMatchObject(["/users/7/messages", { activity: { type: 1, party_id: "party-1" } }]);
  });

  it.each<[string, () => Promise<unknown>]>([
    ["an invite without a party", () => client.sendActivityInvite(7n, "")],
    ["a text that is too long", () => host().then(() => client.sendActivityInvite(7n, "x".repeat(2001)))],
    ["a request where no party is seen", () => client.sendActivityJoinRequest(7n)],
    ["a reply to an invite", () => client.sendActivityJoinRequestReply(invite(ActivityActionTypes.Join))],
    ["accepting a request", () => client.acceptActivityInvite(invite(ActivityActionTypes.JoinRequest))],
    ["accepting nullobj", () => client.acceptActivityInvite(ActivityInvite.nullobj)],
    ["accepting something else", () => client.acceptActivityInvite({} as never)],
  ])("%s fails with ValidationError, and nothing is sent", async (_claim, run) => {
    const before = scene.requests.length;
    await expect(run()).rejects.toMatchObject({ code: "ValidationError" });
    expect(scene.requests.length).toBe(before);
  });
});

describe("receiving", () => {
  it.each([
    ["as a message", "MESSAGE_CREATE", message()],
    ["where messages are not reported", "ACTIVITY_INVITE_CREATE", bare()],
  ])("%s", async (_claim, t, d) => {
    await emit(t, d);
    expect(messages).toEqual([]);
    expect(created).toHaveLength(1);
    const { senderId, messageId, channelId, type, applicationId, partyId, sessionId, valid } = created[0]!;
    expect([senderId, messageId, channelId, type, applicationId]).toEqual([7n, 70n, 7n, 1, 1n]);
    expect([partyId, sessionId, valid]).toEqual(["party-1", "s-7", true]);
  });

  it("the message is in memory, although it was not reported", async () => {
    await emit("MESSAGE_CREATE", message());
    expect(client.getMessageHandle(70n)?.content).toBe("come");
  });

  it.each([
    ["the player's own", message({ author: user("5") })],
    ["without a game", message({ application: undefined })],
    ["of an unknown type", message({ activity: activity(3) })],
    ["without a party", message({ activity: activity(1, { party_id: undefined }) })],
  ])("is not an invite: %s", async (_claim, d) => {
    await emit("MESSAGE_CREATE", d);
    expect([created, messages]).toEqual([[], []]);
  });
});

describe("validity", () => {
  const validities = (): boolean[] => updated.map(({ valid }) => valid);

  it("follows the host's presence", async () => {
    await emit("PRESENCE_UPDATE", presence("party-1"));
    await emit("MESSAGE_CREATE", message());
    await emit("PRESENCE_UPDATE", presence("party-2"));
    expect(validities()).toEqual([false]);
    await emit("PRESENCE_UPDATE", presence("party-1"));
    expect(validities()).toEqual([false, true]);
    expect(created.map(({ valid }) => valid)).toEqual([true]);
  });

  it("for a join request, follows the player's own presence", async () => {
    await host();
    await emit("MESSAGE_CREATE", message({ activity: activity(5) }));
    client.clearRichPresence();
    await scene.turn();
    expect(validities()).toEqual([false]);
  });

  it("ends after six hours, also for a host without presence", async () => {
    await emit("MESSAGE_CREATE", message());
    await emit("USER_UPDATE", user("7", { username: "other" }));
    expect(validities()).toEqual([]);
    await scene.turn(ACTIVITY_INVITE_LIFE_MS);
    expect(validities()).toEqual([false]);
  });

  it("ends with the connection", async () => {
    await emit("MESSAGE_CREATE", message());
    client.disconnect();
    scene.main.listener.closed(1000, "");
    await scene.turn();
    expect(validities()).toEqual([false]);
  });
});

describe("accepting", () => {
  it("requests the secret and gives it, in both forms", async () => {
    scene.answers.set(`GET ${SECRET}`, { body: { secret: "join secret" } });
    await emit("MESSAGE_CREATE", message());
    const accepted = await client.acceptActivityInvite(created[0]!);
    expect([accepted.result.successful, accepted.joinSecret]).toEqual([true, "join secret"]);
    expect(scene.requests.at(-1)).toMatchObject({ path: SECRET, query: "?channel_id=7&message_id=70" });
    const secrets: string[] = [];
    client.acceptActivityInvite(created[0]!, (_result, secret) => secrets.push(secret));
    await scene.turn();
    expect(secrets).toEqual(["join secret"]);
  });

  it("on another device is reported as a created invite; here it is not reported again", async () => {
    await emit("MESSAGE_CREATE", message());
    await emit("ACTIVITY_INVITE_CREATE", bare());
    expect(created).toHaveLength(2);
    scene.answers.set(`GET ${SECRET}`, { body: { secret: "join secret" } });
    await client.acceptActivityInvite(created[0]!);
    await emit("ACTIVITY_INVITE_CREATE", bare());
    expect(created).toHaveLength(2);
  });

  it("that failed here may succeed on another device, and is reported then", async () => {
    await emit("MESSAGE_CREATE", message());
    await expect(client.acceptActivityInvite(created[0]!)).rejects.toMatchObject({ code: "HTTPError" });
    await emit("ACTIVITY_INVITE_CREATE", bare());
    expect(created).toHaveLength(2);
  });

  it.each([
    ["refused", { status: 400, body: { code: 50_039, message: "no" } }, "HTTPError"],
    ["without a secret", { body: {} }, "NetworkError"],
  ])("%s", async (_claim, answer, code) => {
    scene.answers.set(`GET ${SECRET}`, answer);
    await expect(client.acceptActivityInvite(invite(ActivityActionTypes.Join))).rejects.toMatchObject({
      code,
    });
  });
});
