import { inspect } from "node:util";
import v8 from "node:v8";
import { describe, expect, it } from "vitest";
import {
  Activity,
  ActivitySecrets,
  AuthorizationArgs,
  AuthorizationCodeVerifier,
  Client,
  ClientResult,
  UserHandle,
} from "../../../lib/index.js";
import { inCall } from "./call-scene.js";
import { lobby, member, OWN_ID, Scene } from "./scene.js";

async function inLobby(): Promise<Scene> {
  const scene = new Scene();
  await scene.ready({ lobbies: [lobby("9", { members: [member(OWN_ID), member("6")] })] });
  return scene;
}

describe("a handle", () => {
  it("shows its properties, with ids as texts, and nested objects only so deep", async () => {
    const { client } = await inLobby();
    const shown = client.getLobbyHandle(9n)!.toObject();
    expect(shown).toMatchObject({ id: "9", lobbyMemberIds: ["5", "6"], metadata: { map: "a" } });
    const [first] = shown["lobbyMembers"] as Record<string, unknown>[];
    expect(first).toMatchObject({ id: "5", user: "5", connected: true });
    expect(JSON.parse(JSON.stringify(client.getUser(6n)))).toMatchObject({
      id: "6",
      username: "user6",
      relationship: { id: "6", user: "6" },
    });
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
  expect(scene.client.toObject()).toEqual({ status: "Ready", applicationId: "1", user: "user5" });
  expect(call.toObject()).toEqual({ channelId: "9", status: "Joining", participants: [], encryption: "off" });
  scene.client.destroy();
  expect(inspect(scene.client)).toBe("Client (not valid)");
  expect(inspect(Client.nullobj)).toBe("Client (not valid)");
});
