import { describe, expect, it } from "vitest";
import { AuthorizationTokenType, Client, ErrorType, type ClientResultError } from "../../../lib/index.js";
import { inCall } from "./call-scene.js";
import { lobby, member, OWN_ID, Scene, TOKEN, user } from "./scene.js";

/** Type and words of a failed wait. */
async function failureOf(wait: Promise<unknown>): Promise<[number, string]> {
  const error = await wait.then(
    () => undefined,
    (thrown: unknown) => thrown as ClientResultError,
  );
  expect(error).toMatchObject({ name: "ClientResultError" });
  return [error!.result.type, error!.message];
}

const { ClientNotReady, Aborted, ClientDestroyed, NetworkError, Disabled } = ErrorType;

describe("client.ready", () => {
  it("resolves when the client is ready, and at once when it is", async () => {
    const scene = new Scene();
    await scene.client.updateToken(AuthorizationTokenType.Bearer, TOKEN);
    scene.client.connect();
    const waited = scene.client.ready().then(() => scene.client.getStatus());
    await scene.ready();
    expect(await waited).toBe(Client.Status.Ready);
    await expect(scene.client.ready()).resolves.toBeUndefined();
  });

  it("rejects with what to do before connect, and without a token", async () => {
    const { client } = new Scene();
    const before = await failureOf(client.ready());
    expect(before).toEqual([ClientNotReady, "the client is not connected: call updateToken, then connect"]);
    client.connect();
    expect(await failureOf(client.ready())).toEqual([
      ClientNotReady,
      "the client has no token: call updateToken before connect",
    ]);
  });

  it("rejects with the reason when the platform ends the connection", async () => {
    const scene = new Scene();
    await scene.ready();
    scene.main.listener.closed(4004, "");
    await scene.turn();
    expect(await failureOf(scene.client.ready())).toEqual([
      ClientNotReady,
      "the platform rejected the token (close code 4004): it has expired or was revoked",
    ]);
  });

  it("waits through a lost connection", async () => {
    const scene = new Scene();
    await scene.ready();
    scene.main.listener.closed(1006, "");
    await scene.turn();
    let isReady = false;
    const waited = scene.client.ready().then(() => (isReady = true));
    await scene.turn();
    expect([isReady, scene.client.getStatus()]).toEqual([false, Client.Status.Reconnecting]);
    scene.client.destroy();
    expect((await failureOf(waited))[0]).toBe(ClientDestroyed);
  });

  it("ends with its signal, and with the client", async () => {
    const scene = new Scene();
    await scene.client.updateToken(AuthorizationTokenType.Bearer, TOKEN);
    scene.client.connect();
    const aborted = new AbortController();
    const waits = [scene.client.ready({ signal: aborted.signal }), scene.client.ready()].map(failureOf);
    aborted.abort();
    expect(await waits[0]).toEqual([Aborted, "cancelled"]);
    scene.client.destroy();
    expect((await waits[1])![0]).toBe(ClientDestroyed);
    expect((await failureOf(scene.client.ready()))[0]).toBe(ClientDestroyed);
  });

  it("settles in manual mode without runCallbacks", async () => {
    const scene = new Scene({ callbackMode: "manual" });
    await scene.client.updateToken(AuthorizationTokenType.Bearer, TOKEN);
    scene.client.connect();
    const waited = scene.client.ready();
    await scene.ready();
    await waited;
  });
});

describe("client.once", () => {
  it("gives the arguments of the next event that fits, once", async () => {
    const scene = new Scene();
    await scene.ready({ lobbies: [lobby("9")] });
    const any = scene.client.once("lobbyMemberAdded");
    const six = scene.client.once("lobbyMemberAdded", { filter: (_lobbyId, memberId) => memberId === 6n });
    for (const id of ["7", "6"]) scene.dispatch("LOBBY_MEMBER_ADD", { lobby_id: "9", member: member(id) });
    expect([await any, await six]).toEqual([
      [9n, 7n],
      [9n, 6n],
    ]);
  });

  it("rejects with what the filter throws; the filter may destroy the client", async () => {
    const scene = new Scene();
    await scene.ready();
    const wrong = scene.client.once("userUpdated", {
      filter: () => {
        throw new Error("the filter has a bug");
      },
    });
    scene.dispatch("USER_UPDATE", user(OWN_ID, { global_name: "new" }));
    await expect(wrong).rejects.toThrow("the filter has a bug");
    const last = failureOf(
      scene.client.once("userUpdated", { filter: () => (scene.client.destroy(), false) }),
    );
    scene.dispatch("USER_UPDATE", user(OWN_ID, { global_name: "newer" }));
    expect((await last)[0]).toBe(ClientDestroyed);
  });

  it("ends with its signal; a wrong option is named", async () => {
    const { client } = new Scene();
    expect(await failureOf(client.once("userUpdated", { signal: AbortSignal.abort() }))).toEqual([
      Aborted,
      "cancelled",
    ]);
    await expect(client.once("userUpdated", { filter: 5 as never })).rejects.toThrow(
      "filter: expected a function",
    );
    await expect(client.once("userUpdated", 5 as never)).rejects.toThrow("options: expected an object");
  });
});

/** A message in lobby 9. */
const message = (id: string, content: string): object => ({
  id,
  channel_id: "9",
  author: user("6"),
  content,
  timestamp: "2026-01-01T00:00:00.000Z",
});

describe("client.messages", () => {
  async function inLobby(limit?: number): Promise<Scene & { stream: ReturnType<Client["messages"]> }> {
    const scene = new Scene();
    await scene.ready({ lobbies: [lobby("9", { members: [member(OWN_ID), member("6")] })] });
    return Object.assign(scene, { stream: scene.client.messages(limit === undefined ? {} : { limit }) });
  }

  it("gives messages in order, before and after they are asked for", async () => {
    const scene = await inLobby();
    scene.dispatch("LOBBY_MESSAGE_CREATE", message("101", "one"));
    scene.dispatch("LOBBY_MESSAGE_CREATE", message("102", "two"));
    const read: string[] = [];
    for await (const { content } of scene.stream) {
      read.push(content);
      if (read.length === 2) scene.dispatch("LOBBY_MESSAGE_CREATE", message("103", "three"));
      if (read.length === 3) break;
    }
    expect(read).toEqual(["one", "two", "three"]);
    expect(await scene.stream.next()).toEqual({ done: true, value: undefined });
  });

  it("skips the oldest when too many wait, counts them, and says so once", async () => {
    const scene = await inLobby(2);
    for (const id of ["101", "102", "103", "104"]) scene.dispatch("LOBBY_MESSAGE_CREATE", message(id, id));
    expect((await scene.stream.next()).value?.content).toBe("103");
    expect(scene.stream.skipped).toBe(2);
    await scene.turn();
    expect(scene.logs.filter((line) => line.includes("the oldest are skipped"))).toHaveLength(1);
  });

  it("leaves out what was deleted before it was read", async () => {
    const scene = await inLobby();
    scene.dispatch("LOBBY_MESSAGE_CREATE", message("101", "gone"));
    scene.dispatch("LOBBY_MESSAGE_CREATE", message("102", "here"));
    scene.dispatch("LOBBY_MESSAGE_DELETE", { id: "101", lobby_id: "9", channel_id: "9" });
    expect((await scene.stream.next()).value?.content).toBe("here");
  });

  it("ends with the client, and with Aborted by its signal", async () => {
    const scene = await inLobby();
    const aborted = new AbortController();
    const stream = scene.client.messages({ signal: aborted.signal });
    const waits = [stream.next(), stream.next()];
    aborted.abort();
    expect(await failureOf(waits[0]!)).toEqual([Aborted, "cancelled"]);
    expect(await waits[1]).toEqual({ done: true, value: undefined });
    const last = scene.stream.next();
    scene.client.destroy();
    expect(await last).toEqual({ done: true, value: undefined });
    expect(() => scene.client.messages({ limit: 0 })).toThrow("limit: expected");
    expect(() => scene.client.messages({ signal: 5 as never })).toThrow("signal: expected an AbortSignal");
  });
});

describe("a call", () => {
  const status = (value: 0 | 4, error: 0 | 3 = 0, errorDetail = 0) =>
    ({ type: "status", status: value, error, errorDetail }) as const;

  it("is connected when its status says so", async () => {
    const { scene, call } = await inCall();
    const waited = call.connected();
    scene.addon.newest.emit(status(4));
    await waited;
    await call.connected();
  });

  it("rejects with the reason when it ends before, and when it is over", async () => {
    const { scene, call } = await inCall();
    const waited = failureOf(call.connected());
    scene.addon.newest.emit(status(0, 3, 4006));
    expect(await waited).toEqual([NetworkError, "the call ended: VoiceConnectionFailed, detail 4006"]);
    await scene.client.endCall(9n);
    expect(await failureOf(call.connected())).toEqual([Aborted, "the call is over"]);
    expect(await failureOf(call.encrypted())).toEqual([Aborted, "the call is over"]);
  });

  it("is not waited for when the platform does not encrypt it", async () => {
    const { scene, call } = await inCall();
    const waited = failureOf(call.encrypted());
    scene.addon.newest.emit(status(4));
    expect(await waited).toEqual([Disabled, "the platform does not encrypt this call end to end"]);
  });

  it("stops waiting with its signal", async () => {
    const { call } = await inCall();
    expect(await failureOf(call.connected({ signal: AbortSignal.abort() }))).toEqual([Aborted, "cancelled"]);
    await expect(call.connected({ signal: 5 as never })).rejects.toThrow("signal: expected an AbortSignal");
  });
});
