import { describe, expect, it } from "vitest";
import { ErrorType, runCallbacks, type ClientResultError } from "../../../lib/index.js";
import { lobby, Scene } from "./scene.js";

describe("a callback that throws", () => {
  it("is logged, and the operation ends", async () => {
    const scene = new Scene();
    scene.client.createOrJoinLobby("a", () => {
      throw new Error("mine");
    });
    await scene.turn();
    await scene.turn();
    expect(scene.logs).toContainEqual(expect.stringContaining("mine"));
  });
});

describe("results", () => {
  it("of a response that is no lobby", async () => {
    const scene = new Scene();
    await scene.ready();
    scene.answers.set("PUT /lobbies", { body: { id: "x" } });
    const error = await scene.client.createOrJoinLobby("a").catch((reason: unknown) => reason);
    expect((error as ClientResultError).result).toMatchObject({ type: ErrorType.NetworkError });
  });

  it.each([
    ["SendLobbyMessage", ["Disabled", "Disabled"]],
    ["SendLobbyMessageWithMetadata", ["NetworkError", "Disabled"]],
  ])("Disabled for %s: with its form with metadata, but not the other way round", async (name, codes) => {
    const scene = new Scene();
    await scene.ready({ feature_flags: { disabled_functions: [name], disabled_gateway_events: [] } });
    scene.answers.set("POST /lobbies/1/messages", new TypeError("fetch failed"));
    const { client } = scene;
    const attempts = [
      client.sendLobbyMessage(1n, "x"),
      client.sendLobbyMessageWithMetadata(1n, "x", { k: "v" }),
    ];
    const ends = await Promise.allSettled(attempts);
    expect(ends.map((one) => (one as { reason: ClientResultError }).reason.code)).toEqual(codes);
  });

  it("success, when the gateway has announced the lobby", async () => {
    const scene = new Scene();
    await scene.ready();
    scene.answers.set("PUT /lobbies", {
      body: { ...lobby("9"), members: [{ id: "5", metadata: null, flags: 0 }] },
    });
    const promise = scene.client.createOrJoinLobby("a");
    await scene.turn();
    scene.dispatch("LOBBY_CREATE", lobby("9"));
    const { result, lobbyId } = await promise;
    expect([result.successful, lobbyId]).toEqual([true, 9n]);
    expect(scene.client.getLobbyHandle(lobbyId)?.lobbyMembers[0]?.user?.username).toBe("user5");
  });

  it("success after two seconds, when the gateway announces nothing", async () => {
    const scene = new Scene();
    await scene.ready();
    scene.answers.set("PUT /lobbies", {
      body: { ...lobby("9"), members: [{ id: "5", metadata: null, flags: 0 }] },
    });
    const promise = scene.client.createOrJoinLobby("a");
    await scene.turn(1999);
    expect(scene.client.getLobbyHandle("9")).toBeUndefined();
    await scene.turn(1);
    expect((await promise).lobbyId).toBe(9n);
    expect(scene.client.getLobbyHandle("9")?.isValid()).toBe(true);
  });
});

describe("manual mode", () => {
  it("delivers in runCallbacks only; promises need no pump", async () => {
    const scene = new Scene({ callbackMode: "manual" });
    const calls: string[] = [];
    scene.client.leaveLobby(1n, () => calls.push("callback"));
    await scene.turn();
    await expect(scene.client.leaveLobby(1n)).rejects.toMatchObject({ code: "ClientNotReady" });
    expect(calls).toEqual([]);
    scene.client.runCallbacks();
    expect(calls).toEqual(["callback"]);
    scene.client.runCallbacks();
    expect(calls).toEqual(["callback"]);
  });

  it("the free function runs the queues of all manual clients, and not those of the event loop", async () => {
    const calls: string[] = [];
    const manual = ["one", "two"].map((name) => {
      const scene = new Scene({ callbackMode: "manual" });
      scene.client.leaveLobby(1n, () => calls.push(name));
      return scene;
    });
    const eager = new Scene();
    eager.client.leaveLobby(1n, () => calls.push("eager"));
    await Promise.all([...manual, eager].map((scene) => scene.turn()));
    expect(calls).toEqual(["eager"]);
    runCallbacks();
    expect(calls).toEqual(["eager", "one", "two"]);
  });

  it("operations that destroying a client ends are reported by the next run", async () => {
    const scene = new Scene({ callbackMode: "manual" });
    const results: boolean[] = [];
    await scene.ready();
    scene.client.leaveLobby(7n, (result) => results.push(result.successful));
    scene.client.destroy();
    await scene.turn();
    expect(results).toEqual([]);
    runCallbacks();
    expect(results).toEqual([false]);
  });
});
