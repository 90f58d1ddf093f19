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

/** A friend who is offline. */
function friendOf(id: UserId): Person {
  const { user } = personOf(id, seeded(Number(id)));
  return {
    user: { ...user, displayName: `name ${id}`, status: StatusType.Offline, gameActivity: undefined },
    relationship: {
      id,
      discordRelationshipType: 1,
      gameRelationshipType: 0,
      isSpamRequest: false,
      hasPlayedGame: false,
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

/** Gives a snapshot to a mirror in pieces of some records; the session may come late. */
function takeInPieces(mirror: Mirror, changes: readonly Change[], random: () => number): void {
  const left = random() < 0.5 ? [...changes] : [...changes.slice(1), changes[0]!];
  // users first, as they come from the process; or last; or each beside their relationship
  const way = Math.floor(random() * 3) - 1;
  left.sort(([one], [other]) => way * (Number(other === "users") - Number(one === "users")));
  // and one of them once more
  left.push(left.find(([part]) => part === "users")!);
  for (let isFirst = true; left.length > 0; isFirst = false) {
    const piece = left.splice(0, 1 + Math.floor(random() * 20));
    mirror.take(piece, isFirst, left.length === 0);
  }
}

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
      if (step % 90 === 44) {
        game = game === GAME ? OTHER_GAME : GAME;
        mirror.apply([["session", "", sessionOf(game)]]);
      }
      if (step % 90 === 89) {
        game = OTHER_GAME;
        const changes = structuredClone([...people.values()]).flatMap(changesOf);
        takeInPieces(mirror, [["session", "", sessionOf(game)], ...changes], random);
      }
      for (const group of [0, 1, 2] as const)
        expect(source.read().ids[group]).toEqual(sdkList([...people.values()], group, game));
      const unwatched = new FriendsSource(mirror).read();
      expect(source.read().ids).toEqual(unwatched.ids);
      expect(source.read().all).toEqual(unwatched.all);
    }
    end();
  });

  it.each([0, 1, 2])("are whole when somebody begins to look after %i pieces of a snapshot", (pieces) => {
    const mirror = new Mirror();
    const people = [101, 102, 103].map((number) => friendOf(String(number) as UserId));
    const source = new FriendsSource(mirror);
    const looks = (): (() => void) => source.watch(() => undefined);
    mirror.take([["session", "", sessionOf(GAME)]], true, true);
    looks()();
    const ends = people.map((person, at) => {
      // somebody who looks away has not seen all pieces, either
      const end = at === pieces || at === 0 ? looks() : () => undefined;
      mirror.take(changesOf(person), at === 0, at === people.length - 1);
      if (at === 0 && pieces > 0) end();
      return end;
    });
    expect(source.read().ids[RelationshipGroupType.Offline]).toEqual(["101", "102", "103"]);
    ends.forEach((end) => end());
  });

  it("are sorted piece by piece: with the last piece nobody is left to place but those in it", () => {
    const mirror = new Mirror();
    const people = Array.from({ length: 200 }, (_, at) => friendOf(String(at + 100) as UserId));
    const source = new FriendsSource(mirror);
    source.watch(() => undefined);
    const changes: Change[] = [["session", "", sessionOf(GAME)], ...people.flatMap(changesOf)];
    mirror.take(changes.slice(0, 301), true, false);
    let placed = 0;
    for (const [part, , record] of changes.slice(0, 301))
      if (part === "users")
        Object.defineProperty(record, "status", { get: () => ((placed += 1), StatusType.Offline) });
    mirror.take(changes.slice(301), false, true);
    expect(source.read().all).toHaveLength(200);
    expect(placed).toBe(0);
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
