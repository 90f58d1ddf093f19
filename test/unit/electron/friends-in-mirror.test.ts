// The friends list of a page against that of the client it mirrors, through any news of the gateway.
import { isDeepStrictEqual } from "node:util";
import * as fc from "fast-check";
import type { Client as BuiltClient } from "sdkpp";
import { RelationshipGroupType } from "sdkpp/enums";
import { expect, it } from "vitest";
import type { Port } from "../../../packages/electron/bridge/port.js";
import { Social } from "../../../packages/electron/renderer/index.js";
import { SocialServer } from "../../../packages/electron/social/index.js";
import { FriendsSource } from "../../../packages/react/friends/friends-source.js";
import { settle } from "../../support/virtual-clock.js";
import { Scene, user } from "../sdk/scene.js";

const { OnlinePlayingGame, OnlineElsewhere, Offline } = RelationshipGroupType;

const IDS = ["11", "12", "13", "14", "15"];
const id = fc.constantFrom(...IDS);
const name = fc.constantFrom(null, "anna", "Anna", "Bo", "bo", "Zoë");
const hasPlayed = fc.constantFrom({}, { has_played_game: true }, { has_played_game: false });

const games = fc.constantFrom<string[]>([], [], ["2"], ["1"], ["2", "1"]);

/** All of them are friends of the platform, and online. */
const READY = {
  relationships: IDS.map((one) => ({ id: one, type: 1, user: user(one) })),
  presences: IDS.map((one) => ({ user: { id: one }, status: "online", activities: [] })),
};

/** A dispatch of the gateway: its name and data. */
const news = fc.oneof(
  fc
    .tuple(id, name, fc.constantFrom(1, 1, 1, 2, 3), hasPlayed)
    .map(([one, global_name, type, more]): [string, object] => [
      "RELATIONSHIP_ADD",
      { id: one, type, user: user(one, { global_name }), ...more },
    ]),
  fc
    .tuple(id, name, fc.constantFrom(1, 1, 3), hasPlayed)
    .map(([one, global_name, type, more]): [string, object] => [
      "GAME_RELATIONSHIP_ADD",
      { id: one, type, user: user(one, { global_name }), application_id: "1", ...more },
    ]),
  fc
    .tuple(id, fc.constantFrom("RELATIONSHIP_REMOVE", "GAME_RELATIONSHIP_REMOVE"))
    .map(([one, event]): [string, object] => [event, { id: one, type: 1 }]),
  fc
    .tuple(id, fc.constantFrom("online", "online", "idle", "dnd", "offline"), games)
    .map(([one, status, played]): [string, object] => [
      "PRESENCE_UPDATE",
      {
        user: { id: one },
        status,
        activities: played.map((application_id) => ({ name: "Game", type: 0, application_id })),
      },
    ]),
);

/** A page of a client: what crosses is cloned, and arrives at once. */
function pageOf({ client, clock }: Scene): Social {
  const server = new SocialServer({ client: client as unknown as BuiltClient, clock });
  const social = new Social({ nextFrame: (task) => void clock.schedule(0, task) });
  const [here, there] = portPair();
  server.attach(there, ["session", "users", "relationships"]);
  social.use(here);
  return social;
}

function portPair(): [Port, Port] {
  const listeners: ((message: unknown) => void)[] = [];
  const end = (own: number, other: number): Port => ({
    post: (message) => listeners[other]?.(structuredClone(message)),
    onMessage: (listener) => void (listeners[own] = listener),
    onClose: () => undefined,
    close: () => undefined,
  });
  return [end(0, 1), end(1, 0)];
}

const GROUPS = [OnlinePlayingGame, OnlineElsewhere, Offline];
const ofPage = (page: FriendsSource): unknown => GROUPS.map((group) => page.read().ids[group]);
const ofClient = ({ client }: Scene): unknown =>
  GROUPS.map((group) => client.getRelationshipsByGroup(group).map((one) => String(one.id)));

/** Lets news cross: two frames at least, so that what the page should not have been told is there as well. */
async function settled(scene: Scene, holds: () => boolean): Promise<void> {
  for (let turn = 0; turn < 40 && (turn < 4 || !holds()); turn += 1) {
    scene.clock.advance(50);
    await settle();
  }
}

it("the friends of a page are in the groups and the order of the client's, whatever the gateway says", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(news, { minLength: 20, maxLength: 30 }), async (all) => {
      const scene = new Scene();
      await scene.ready(READY);
      const social = pageOf(scene);
      const page = new FriendsSource(social.state);
      const end = page.watch(() => undefined);
      for (const [event, data] of all) {
        scene.dispatch(event, data);
        await settled(scene, () => isDeepStrictEqual(ofPage(page), ofClient(scene)));
        expect(ofPage(page), `behind ${event}`).toEqual(ofClient(scene));
      }
      end();
      social.close();
      scene.client.destroy();
    }),
    { numRuns: 60, includeErrorInReport: true },
  );
});
