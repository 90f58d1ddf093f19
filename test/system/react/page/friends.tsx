import { memo } from "react";
import { useFriends, usePresence, useRelationshipGroups, useUser } from "@sdkpp/react";
import { RelationshipGroupType, StatusType } from "sdkpp/enums";
import type { UserId, UserRecord } from "sdkpp/surface";
import type { Change } from "../../../../packages/electron/bridge/messages.js";
import { friends as stateWith, GAME, put, user } from "./records.js";
import { sceneWith, type Scene } from "./scene.js";

const FRIENDS = 5000;
let rendered: string[] = [];

const Row = memo(function Row({ id }: { readonly id: UserId }) {
  rendered.push("row");
  const presence = usePresence(id);
  return <li>{`${useUser(id)?.displayName ?? ""} ${presence?.activity?.details ?? ""}`}</li>;
});

function List() {
  rendered.push("list");
  const groups = useRelationshipGroups();
  const ids = [
    ...groups[RelationshipGroupType.OnlinePlayingGame],
    ...groups[RelationshipGroupType.OnlineElsewhere],
    ...groups[RelationshipGroupType.Offline],
  ];
  return (
    <ul>
      {ids.map((id) => (
        <Row key={id} id={id} />
      ))}
    </ul>
  );
}

function Counter() {
  rendered.push("counter");
  // another function in each render
  return (
    <p>{useFriends((all) => all.filter(({ group }) => group !== RelationshipGroupType.Offline).length)}</p>
  );
}

const playing = (details: string): Partial<UserRecord> => ({
  gameActivity: { name: "Game", type: 0, applicationId: GAME, details } as UserRecord["gameActivity"],
});

/** Which components a change renders, in their order of names, and how long the page took until the frame was drawn. */
async function after(
  scene: Scene,
  far: { frame(frame: { changes: Change[] }): Promise<void> },
  change: Change,
) {
  rendered = [];
  await far.frame({ changes: [change] });
  return { rendered: rendered.toSorted(), first: scene.element.querySelector("li")?.textContent };
}

/** One of 5,000 friends changes. */
export async function friends() {
  const state = stateWith(FRIENDS);
  const scene = await sceneWith(state);
  await scene.render([<Counter key="counter" />, <List key="list" />]);
  rendered = [];
  await scene.far.snapshot(state);
  const sameSnapshot = rendered;
  const rows = scene.element.querySelectorAll("li").length;
  const change = (number: number, given: Partial<UserRecord>) =>
    after(scene, scene.far, put("users", user(number, given)));
  const result = {
    rows,
    sameSnapshot,
    picture: await change(4000, { avatarUrl: "another" }),
    nameOfSamePlace: await change(4000, { displayName: "name04000b" }),
    idle: await change(4000, { status: StatusType.Idle }),
    offline: await change(4001, { status: StatusType.Offline }),
    plays: await change(4002, playing("level 1")),
    playsOn: await change(4002, playing("level 2")),
    nobodysFriend: await change(9999, { displayName: "nobody" }),
  };
  scene.end();
  return result;
}
