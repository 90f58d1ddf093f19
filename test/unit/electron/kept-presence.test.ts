// The player's online status and activity, over the life of a client.
import type { Client } from "sdkpp";
import { ActivityTypes, StatusType } from "sdkpp/enums";
import { expect, it } from "vitest";
import { KeptPresence } from "../../../packages/electron/process/kept-presence.js";
import type { Setting } from "../../../packages/electron/process/settings.js";
import { Scene } from "../sdk/scene.js";

const READY = { application: { id: "1", flags: 0, name: "Game" }, scopes: ["activities.write"] };
const PLAYING = { name: "Game", type: ActivityTypes.Playing, state: "In a match" };
const KEPT: readonly Setting[] = [["setOnlineStatus", StatusType.Dnd]];

function begin(settings: readonly Setting[] = [], follows = true) {
  const scene = new Scene();
  const told: (readonly Setting[])[] = [];
  const client = scene.client as unknown as Client;
  const presence = new KeptPresence({ client, settings, follows, tell: (now) => told.push(now) });
  /** The statuses on the newest socket. */
  const sent = (): unknown[] =>
    scene.main
      .frames()
      .filter(({ op }) => op === 3)
      .map(({ d }) => (d as { status: string }).status);
  return { scene, told, presence, sent };
}

/** The socket is cut, and another session begins. */
async function again(scene: Scene, ready: object): Promise<void> {
  scene.main.listener.closed(4009, "session timed out");
  await scene.turn(10_000);
  await scene.ready(ready);
}

it("tells the newest status and activity, and what is no longer shown", () => {
  const { presence, told } = begin();
  presence.done("setOnlineStatus", [StatusType.Idle]);
  presence.done("updateRichPresence", [PLAYING]);
  presence.done("setOnlineStatus", [StatusType.Dnd]);
  presence.done("setSelfMuteAll", [true]);
  presence.done("clearRichPresence", []);
  presence.done("clearRichPresence", []);
  expect(told.map((settings) => settings.map(([name, value]) => [name, value]))).toEqual([
    [["setOnlineStatus", StatusType.Idle]],
    [
      ["setOnlineStatus", StatusType.Idle],
      ["updateRichPresence", PLAYING],
    ],
    [
      ["updateRichPresence", PLAYING],
      ["setOnlineStatus", StatusType.Dnd],
    ],
    [["setOnlineStatus", StatusType.Dnd]],
  ]);
});

it("sets the status again with the first session, and leaves later ones to the client", async () => {
  const { scene, sent, told } = begin(KEPT);
  await scene.ready(READY);
  expect(sent()).toEqual(["dnd"]);
  await scene.client.setOnlineStatus(StatusType.Online);
  await again(scene, READY);
  expect([sent(), told]).toEqual([["online"], []]);
});

it("leaves what a page has set meanwhile", async () => {
  const { scene, presence, sent } = begin(KEPT);
  presence.done("setOnlineStatus", [StatusType.Idle]);
  await scene.ready(READY);
  expect(sent()).toEqual([]);
});

it("tries again with the next session when this one has no permission", async () => {
  const { scene, sent } = begin(KEPT);
  await scene.ready({ ...READY, scopes: [] });
  expect(sent()).toEqual([]);
  await again(scene, READY);
  expect(sent()).toEqual(["dnd"]);
});

it("forgets them when the player signs out", async () => {
  const { scene, presence, sent } = begin(KEPT);
  presence.forget();
  await scene.ready(READY);
  expect(sent()).toEqual([]);
});
