// The friends list of a page is that of the SDK, however it came about.
import { RelationshipGroupType, StatusType } from "sdkpp/enums";
import type { ApplicationId, RelationshipRecord, SessionRecord, UserId, UserRecord } from "sdkpp/surface";
import { describe, expect, it } from "vitest";
import { friendsInGroup, type FriendsView } from "../../../lib/state/friends-list.js";
import type { PresenceRecord } from "../../../lib/state/relationship-records.js";
import type { Change } from "../../../packages/electron/bridge/messages.js";
import { Mirror } from "../../../packages/electron/renderer/mirror.js";
import { FriendsSource } from "../../../packages/react/friends/friends-source.js";
import { seeded } from "../../support/seeded.js";

const GAME = "1000" as ApplicationId;
const OTHER_GAME = "2000" as ApplicationId;
const GROUPS = {
  [RelationshipGroupType.OnlinePlayingGame]: "onlinePlayingGame",
  [RelationshipGroupType.OnlineElsewhere]: "onlineElsewhere",
  [RelationshipGroupType.Offline]: "offline",
} as const;
const NAMES = ["anna", "Anna", "Bo", "bo", "Ünal", "zoe", "Zoë", "Éva", "9lives"];
const NO_ACTIVITY = { details: undefined, state: undefined, party: undefined, assets: undefined };

/** Somebody in a mirror; each is changed at random. */
interface Person {
  readonly user: UserRecord;
  readonly relationship: RelationshipRecord | undefined;
}

function personOf(id: UserId, random: () => number): Person {
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!;
  const status = pick([StatusType.Online, StatusType.Idle, StatusType.Dnd, StatusType.Offline]);
  const applicationId = pick([GAME, OTHER_GAME]);
  const isPlaying = status !== StatusType.Offline && random() < 0.5;
  const displayName = pick(NAMES);
  const gameRelationshipType = pick([0, 0, 1, 4] as const);
  return {
    user: {
      id,
      username: displayName,
      displayName,
      globalName: displayName,
      avatarUrl: "",
      isProvisional: false,
      status,
      gameActivity: isPlaying
        ? { ...NO_ACTIVITY, name: "Game", type: 0, applicationId, timestamps: undefined }
        : undefined,
    },
    relationship:
      random() < 0.1
        ? undefined
        : {
            id,
            discordRelationshipType: pick([0, 1, 1, 2, 3]),
            gameRelationshipType,
            isSpamRequest: false,
            // a friend in the game has played it
            hasPlayedGame: gameRelationshipType === 1 || random() < 0.5,
          },
  };
}

/** The SDK's own list of the same people. */
function sdkList(people: readonly Person[], group: keyof typeof GROUPS, game: ApplicationId): string[] {
  const byId = new Map(people.map((one) => [BigInt(one.user.id), one]));
  const presence = (id: bigint): PresenceRecord | undefined => {
    const { status, gameActivity } = byId.get(id)!.user;
    if (status === StatusType.Offline) return undefined;
    const activities = gameActivity === undefined ? [] : [{ application_id: gameActivity.applicationId }];
    return { userId: id, status: "online", activities } as unknown as PresenceRecord;
  };
  const view: FriendsView = {
    users: {
      get: (id) =>
        ({ id, username: byId.get(id)!.user.username, globalName: byId.get(id)!.user.displayName }) as never,
    },
    presences: { get: presence },
    relationships: {
      friends: () =>
        people.flatMap(({ relationship }) => {
          if (relationship === undefined) return [];
          const { id, discordRelationshipType: platformType, gameRelationshipType: gameType } = relationship;
          const { hasPlayedGame } = relationship;
          if (platformType !== 1 && gameType !== 1) return [];
          return { userId: BigInt(id), platformType, gameType, isSpamRequest: false, hasPlayedGame };
        }),
    },
  };
  return friendsInGroup(view, GROUPS[group], BigInt(game)).map(String);
}

const sessionOf = (applicationId: ApplicationId): SessionRecord => ({
  status: 3,
  error: 0,
  userId: "1" as UserId,
  applicationId,
});

const changesOf = ({ user, relationship }: Person): Change[] => [
  ["users", user.id, user],
  ["relationships", user.id, relationship ?? null],
];

describe("the friends of a page", () => {
  it.each([1, 2, 3])("are those of the SDK, in its order, through any changes (seed %i)", (seed) => {
    const random = seeded(seed);
    const people = new Map(
      Array.from({ length: 60 }, (_, index) => String(index + 95) as UserId).map((id) => [
        id,
        personOf(id, random),
      ]),
    );
    const mirror = new Mirror();
    mirror.take([["session", "", sessionOf(GAME)], ...[...people.values()].flatMap(changesOf)], true, true);
    const source = new FriendsSource(mirror);
    const end = source.watch(() => undefined);
    let game = GAME;
    for (let step = 0; step < 300; step += 1) {
      const id = [...people.keys()][Math.floor(random() * people.size)]!;
      const before = people.get(id)!;
      const next = personOf(id, random);
      const person = random() < 0.7 ? { user: next.user, relationship: before.relationship } : next;
      people.set(id, person);
      const changes = changesOf(person);
      mirror.apply(person.relationship === before.relationship ? changes.slice(0, 1) : changes);
      if (step % 90 === 89) {
        game = OTHER_GAME;
        const changes = structuredClone([...people.values()]).flatMap(changesOf);
        mirror.take([["session", "", sessionOf(game)], ...changes], true, true);
      }
      for (const group of [0, 1, 2] as const)
        expect(source.read().ids[group]).toEqual(sdkList([...people.values()], group, game));
      const unwatched = new FriendsSource(mirror).read();
      expect(source.read().ids).toEqual(unwatched.ids);
      expect(source.read().all).toEqual(unwatched.all);
    }
    end();
  });

  it("are made anew from changes that came while nobody watched", () => {
    const random = seeded(4);
    const mirror = new Mirror();
    const people = [101, 102, 103].map((number) => personOf(String(number) as UserId, random));
    mirror.take([["session", "", sessionOf(GAME)], ...people.flatMap(changesOf)], true, true);
    const source = new FriendsSource(mirror);
    source.watch(() => undefined)();
    const before = source.read().ids;
    source.watch(() => undefined)();
    expect(source.read().ids).toBe(before);
    mirror.apply([
      ["relationships", "101", null],
      ["relationships", "102", null],
      ["relationships", "103", null],
    ]);
    expect(Object.values(source.read().ids).flat()).toEqual([]);
  });
});
