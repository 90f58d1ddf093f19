import { LOBBIES_PER_USER_MAX } from "sdkpp/wire";
import { describe, expect, it } from "vitest";
import { ControlLobbies } from "../../../platform/control/groups/lobbies.js";
import type { PlatformEvent } from "../../../platform/domain/reactions/events.js";
import { Publisher } from "../../../platform/domain/reactions/publisher.js";
import { cast, eventNames } from "./support-world.js";

function town() {
  const made = cast();
  const { world, ada, ben } = made;
  const publisher = new Publisher(world, (work) => work());
  const events: PlatformEvent[] = [];
  publisher.subscribe((event) => events.push(event));
  const applicationId = ada.application.id;
  const users = [ada.user.id, ben.user.id] as const;
  return {
    ...made,
    applicationId,
    users,
    lobbies: new ControlLobbies({ world, publisher }),
    take: () => events.splice(0),
  };
}

describe("lobbies of control", () => {
  it("are made as a server makes them, or by the secret that players know", () => {
    const { lobbies, applicationId, users, take } = town();
    const ours = lobbies.create({ applicationId, memberIds: users, metadata: { map: "dust" } });
    expect(ours).toMatchObject({ metadata: { map: "dust" }, members: users.map((id) => ({ id })) });
    expect(ours.secret).toBeUndefined();
    expect(eventNames(take())).toContain("LOBBY_CREATE");
    const theirs = lobbies.create({ applicationId, secret: "match", memberIds: [users[0]] });
    expect(lobbies.create({ applicationId, secret: "match", memberIds: [users[1]] })).toMatchObject({
      id: theirs.id,
      members: users.map((id) => ({ id })),
    });
    expect(lobbies.list(applicationId).map(({ id }) => id)).toEqual([ours.id, theirs.id]);
    expect(lobbies.list("1")).toEqual([]);
  });

  it("gain and lose members, and end", () => {
    const { lobbies, applicationId, users, take } = town();
    const { id } = lobbies.create({ applicationId });
    lobbies.addMember(id, users[0]);
    lobbies.addMember(id, users[0]);
    expect(lobbies.get(id).members).toHaveLength(1);
    take();
    lobbies.removeMember(id, users[0]);
    lobbies.removeMember(id, users[1]);
    expect(lobbies.get(id).members).toEqual([]);
    lobbies.remove(id);
    expect(eventNames(take())).toContain("LOBBY_DELETE");
    expect(() => lobbies.get(id)).toThrow(`There is no lobby ${id}.`);
  });

  it("are joined by all or by nobody", () => {
    const { lobbies, applicationId, users } = town();
    for (let full = 0; full < LOBBIES_PER_USER_MAX; full += 1)
      lobbies.create({ applicationId, memberIds: [users[1]] });
    expect(() => lobbies.create({ applicationId, secret: "late", memberIds: users })).toThrow(RangeError);
    expect(lobbies.list()).toHaveLength(LOBBIES_PER_USER_MAX);
  });

  it.each<[string, (at: ReturnType<typeof town>) => unknown, string]>([
    [
      "nobody who could know the secret",
      (at) => at.lobbies.create({ applicationId: at.applicationId, secret: "x" }),
      "memberIds: expected at least one user",
    ],
    [
      "an empty secret",
      (at) => at.lobbies.create({ applicationId: at.applicationId, secret: "" }),
      "secret: expected a string of 1 to 250 characters",
    ],
    [
      "a member that there is not",
      (at) => at.lobbies.create({ applicationId: at.applicationId, memberIds: ["1"] }),
      "There is no user 1",
    ],
    ["no application", (at) => at.lobbies.create({ applicationId: "1" }), "There is no application 1"],
    [
      "a game without a server",
      (at) => at.lobbies.create({ applicationId: at.registry.createApplication({ name: "Alone" }).id }),
      "has no bot; control.applications.createBot() makes one",
    ],
    ["no lobby", (at) => at.lobbies.addMember("1", at.users[0]), "There is no lobby 1"],
  ])("refuse %s, and nothing is left", (_what, act, message) => {
    const at = town();
    expect(() => act(at)).toThrow(message);
    expect(at.lobbies.list()).toEqual([]);
  });
});
