import { EventEmitter } from "node:events";
import { expect, it } from "vitest";
import { ClientStatus } from "sdkpp";
import { KeptCalls } from "../../../packages/electron/process/kept-calls.js";

/** A client that has calls and knows lobbies. */
class Calling extends EventEmitter {
  status: ClientStatus = ClientStatus.Ready;
  readonly lobbies = new Set<string>();
  readonly calls = new Set<string>();

  getStatus = (): ClientStatus => this.status;
  getLobbyHandle = (id: string): object | undefined => (this.lobbies.has(id) ? {} : undefined);
  startCall = (id: string): void => void this.calls.add(id);
  getCalls = (): object[] => [...this.calls].map((id) => ({ getChannelId: () => BigInt(id) }));
}

function scene(lobbies: readonly string[]) {
  const client = new Calling();
  const told: (readonly string[])[] = [];
  const calls = new KeptCalls(client as never, lobbies, (now) => told.push(now));
  return { client, calls, told };
}

it("tells each change of the player's calls once", () => {
  const { client, told } = scene([]);
  client.emit("voiceParticipantChanged", 5n, 1n, true);
  client.calls.add("6").add("5");
  client.emit("voiceParticipantChanged", 5n, 1n, true);
  client.emit("voiceParticipantChanged", 5n, 2n, true);
  client.calls.clear();
  client.emit("voiceParticipantChanged", 5n, 1n, false);
  expect(told).toEqual([["5", "6"], []]);
});

it("rejoins each call as soon as its lobby is known, and forgets those whose lobby is gone", () => {
  const { client, told } = scene(["5", "6", "7"]);
  client.status = ClientStatus.Connected;
  client.lobbies.add("5").add("6");
  client.emit("statusChanged");
  expect([...client.calls]).toEqual([]);
  client.status = ClientStatus.Ready;
  client.emit("statusChanged");
  expect([[...client.calls], told]).toEqual([["5", "6"], []]);
  client.emit("lobbyDeleted", 7n);
  expect(told).toEqual([["5", "6"]]);
  client.lobbies.add("7");
  client.emit("lobbyCreated", 7n);
  expect([...client.calls]).toEqual(["5", "6"]);
});

it("rejoins nothing for another player", () => {
  const { client, calls, told } = scene(["5"]);
  calls.forget();
  client.lobbies.add("5");
  client.emit("lobbyCreated", 5n);
  expect([[...client.calls], told]).toEqual([[], [[]]]);
});
