import { readFileSync } from "node:fs";
import { inspect } from "node:util";
import v8 from "node:v8";
import { describe, expect, it } from "vitest";
import {
  Activity,
  ActivitySecrets,
  AuthorizationArgs,
  AuthorizationCodeVerifier,
  Call,
  Client,
  ClientResult,
  ClientResultError,
  ErrorType,
  UserHandle,
} from "../../../lib/index.js";
import * as sdk from "../../../lib/index.js";
import { presentationOf, Shown } from "../../../lib/sdk/shown.js";
import { inCall } from "./call-scene.js";
import { lobby, member, OWN_ID, Scene } from "./scene.js";

async function inLobby(): Promise<Scene> {
  const scene = new Scene();
  await scene.ready({ lobbies: [lobby("9", { members: [member(OWN_ID), member("6")] })] });
  return scene;
}

describe("a handle", () => {
  it("shows a lobby with its members' names and pictures, and ids as texts", async () => {
    const { client } = await inLobby();
    const shown = client.getLobbyHandle(9n)!.toObject();
    expect(shown).toMatchObject({ id: "9", lobbyMemberIds: ["5", "6"], metadata: { map: "a" } });
    const [first] = shown["lobbyMembers"] as Record<string, unknown>[];
    const picture = expect.stringContaining("/embed/avatars/0.png") as string;
    expect(first).toMatchObject({
      id: "5",
      connected: true,
      user: { id: "5", displayName: "user5", avatarUrl: picture, relationship: "5" },
    });
  });

  it("shows what a friend plays and the words of its status, and itself no second time", async () => {
    const scene = await inLobby();
    const activity = {
      application_id: "1",
      name: "Game",
      type: 0,
      details: "Level 9",
      assets: { large_text: "Map" },
    };
    scene.dispatch("PRESENCE_UPDATE", { user: { id: "6" }, status: "idle", activities: [activity] });
    await scene.turn();
    expect(JSON.parse(JSON.stringify(scene.client.getUser(6n)))).toMatchObject({
      id: "6",
      username: "user6",
      status: sdk.StatusType.Idle,
      statusName: "Idle",
      gameActivity: { details: "Level 9", type: 0, typeName: "Playing", assets: { largeText: "Map" } },
      relationship: { id: "6", user: "6", discordRelationshipType: 0, discordRelationshipTypeName: "None" },
    });
  });

  it("in a list below the first object is its id", async () => {
    const scene = await inLobby();
    const sent = {
      id: "30",
      channel_id: "9",
      lobby_id: "9",
      type: 0,
      content: "hi",
      author: { id: "6", username: "u" },
    };
    scene.dispatch("LOBBY_MESSAGE_CREATE", {
      ...sent,
      timestamp: "2026-01-01T00:00:00Z",
      edited_timestamp: null,
    });
    await scene.turn();
    const shown = scene.client.getMessageHandle(30n)!.toObject();
    expect(shown).toMatchObject({ author: { id: "6" }, lobby: { id: "9", lobbyMembers: ["5", "6"] } });
  });

  it("prints as its class", async () => {
    const { client } = await inLobby();
    expect(inspect(client.getUser(6n))).toMatch(/^UserHandle \{.*username: 'user6'/s);
    expect(inspect(UserHandle.nullobj)).toBe("UserHandle (not valid)");
    expect(UserHandle.nullobj.toObject()).toEqual({});
  });

  it("cannot be cloned or sent, and says what to do", async () => {
    const { client } = await inLobby();
    const user = client.getUser(6n);
    const words = "send its toObject() instead";
    expect(() => structuredClone({ user })).toThrow(words);
    expect(() => new MessageChannel().port1.postMessage([user])).toThrow(words);
    // Electron's IPC serializes like this.
    expect(() => v8.serialize(user)).toThrow(words);
    expect(structuredClone(user?.toObject())).toMatchObject({ id: "6" });
  });
});

describe("what the door exports and shows its properties", () => {
  type ShownClass = (new () => Shown) & { readonly nullobj?: Shown };
  const classes = Object.entries(sdk as unknown as Record<string, unknown>).filter(
    (entry): entry is [string, ShownClass] =>
      typeof entry[1] === "function" && entry[1].prototype instanceof Shown,
  );

  it("has all classes of handles and values", () => expect(classes.length).toBe(32));

  it.each(classes)("%s is never cloned to an empty object", (_name, type) => {
    const one = type.nullobj ?? new type();
    expect(() => structuredClone({ one })).toThrow(expect.objectContaining({ name: "DataCloneError" }));
  });
});

describe("a value object", () => {
  it("shows its properties", () => {
    const activity = new Activity();
    activity.setDetails("Capture the flag");
    expect(activity.toObject()).toMatchObject({ details: "Capture the flag" });
    expect(inspect(new ClientResult())).toMatch(/^ClientResult \{.*successful: true/s);
    expect(() => structuredClone(activity)).toThrow("send its toObject() instead");
  });

  it("hides secrets", () => {
    const secrets = new ActivitySecrets();
    secrets.setJoin("canary-secret");
    const activity = new Activity();
    activity.setSecrets(secrets);
    const verifier = new AuthorizationCodeVerifier();
    verifier.setVerifier("canary-secret");
    const args = new AuthorizationArgs();
    args.setState("canary-secret-of-the-state");
    for (const one of [secrets, activity, verifier, args])
      expect(inspect(one, { depth: null }) + JSON.stringify(one)).not.toContain("canary");
    expect(secrets.toObject()).toEqual({ join: "[secret]" });
  });
});

it("a client and a call show their state, and no token", async () => {
  const { scene, call } = await inCall();
  expect(scene.client.toObject()).toEqual({
    status: Client.Status.Ready,
    statusName: "Ready",
    applicationId: "1",
    user: expect.objectContaining({ id: "5", displayName: "user5" }) as object,
  });
  expect(call.toObject()).toEqual({
    channelId: "9",
    status: Call.Status.Joining,
    statusName: "Joining",
    participants: [],
    encryption: "off",
  });
  scene.client.destroy();
  expect(inspect(scene.client)).toBe("Client (not valid)");
  expect(inspect(Client.nullobj)).toBe("Client (not valid)");
});

describe("the words of an enumerator", () => {
  interface Listed {
    readonly ts: string;
    readonly members: readonly {
      readonly ts: { readonly form: string; readonly name: string; readonly type?: string };
    }[];
  }
  const { classes, enums } = JSON.parse(
    readFileSync(new URL("../../contract/sdk-api.json", import.meta.url), "utf8"),
  ) as { classes: Listed[]; enums: { ts: string }[] };
  const isEnum = (type = "") => enums.some(({ ts }) => ts === type.replace(" | undefined", ""));
  const properties = classes.flatMap(({ ts, members }) =>
    members
      .filter(({ ts: member }) => member.form === "accessor" && isEnum(member.type))
      .map(({ ts: member }) => [ts, member.name] as const),
  );

  it("are there for every property of the SDK whose type is an enum", () => {
    const words = (name: string) =>
      presentationOf((sdk as unknown as Record<string, { prototype: Shown }>)[name]!.prototype).words;
    expect(properties.length).toBeGreaterThan(15);
    expect(properties.filter(([type, name]) => words(type)[name] === undefined)).toEqual([]);
  });

  it("are those of the bits, for bits", () => {
    const activity = new Activity();
    activity.setSupportedPlatforms(sdk.ActivityGamePlatforms.Desktop | sdk.ActivityGamePlatforms.IOS);
    expect(activity.toObject()).toMatchObject({ supportedPlatformsName: "Desktop | IOS" });
  });
});

describe("the error of an operation", () => {
  const failure = (original?: Error) => {
    const result = new ClientResult();
    result.type = ErrorType.HTTPError;
    result.error = "Unknown Lobby";
    result.status = sdk.HttpStatusCode.NotFound;
    result.retryable = true;
    result.successful = false;
    return new ClientResultError(result, original);
  };

  it("keeps code, status and retryable when it is cloned, and its original error", () => {
    const { cause, message } = structuredClone(failure(new TypeError("original")));
    expect(message).toBe("Unknown Lobby");
    expect(cause).toMatchObject({ code: "HTTPError", status: 404, retryable: true });
    expect(cause.cause).toBeInstanceOf(TypeError);
  });

  it.each<[string, (error: ClientResultError) => object]>([
    ["toObject()", (error) => error.toObject()],
    ["JSON", (error) => JSON.parse(JSON.stringify(error)) as object],
    ["structured clone", (error) => structuredClone(error)],
  ])("is made again from its %s", (_way, send) => {
    const again = ClientResultError.from(send(failure()));
    expect(again).toBeInstanceOf(ClientResultError);
    expect([again.code, again.message]).toEqual(["HTTPError", "Unknown Lobby"]);
    expect(again.result.toObject()).toMatchObject({ status: 404, statusName: "NotFound", retryable: true });
  });

  it("is not made of anything else", () => {
    for (const wrong of [{}, new Error("x"), { code: "NoSuchType", message: "x" }, null as never])
      expect(() => ClientResultError.from(wrong)).toThrow("sent: expected the toObject() or the clone");
  });
});
