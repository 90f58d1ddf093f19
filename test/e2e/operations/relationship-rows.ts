import { ErrorType, RelationshipType, type Client } from "sdkpp";
import { FRIENDS_MAX } from "sdkpp/wire";
import { expect } from "vitest";
import { waitFor } from "../../support/wait-for.js";
import {
  fails,
  failsAfter,
  isInvalid,
  row,
  type Expected,
  type FailureRow,
  type Last,
  type OperationRow,
} from "./row.js";
import type { Scene, Seat } from "./scene.js";

const { ValidationError, HTTPError } = ErrorType;
const { None, Friend, Blocked, PendingIncoming, PendingOutgoing } = RelationshipType;
type Kind = "platform" | "game";
type Act = (client: Client, userId: bigint, last: Last) => unknown;

interface Other {
  readonly userId: bigint;
  readonly username: string;
}

const PATHS = { platform: "/users/@me/relationships", game: "/users/@me/game-relationships" } as const;
const pathOf = (kind: Kind, { userId }: Seat): string => `${PATHS[kind]}/${String(userId)}`;

function typeSeen(viewer: Seat, kind: Kind, other: Seat): RelationshipType {
  const handle = viewer.client.getRelationshipHandle(other.userId);
  return kind === "platform" ? handle.discordRelationshipType : handle.gameRelationshipType;
}

/** Waits until both see the expected relationship. */
async function stands({ ada, cyd }: Scene, kind: Kind, adas: RelationshipType, cyds: RelationshipType) {
  await waitFor(
    `${String(adas)} and ${String(cyds)} between Ada and Cyd`,
    () => typeSeen(ada, kind, cyd) === adas && typeSeen(cyd, kind, ada) === cyds,
  );
}

/** Ada and Cyd have no relationship. */
async function strangers(scene: Scene): Promise<Other> {
  const { ada, cyd } = scene;
  for (const kind of ["platform", "game"] as const) {
    await scene.as(ada, `DELETE ${pathOf(kind, cyd)}`);
    await scene.as(cyd, `DELETE ${pathOf(kind, ada)}`);
    await stands(scene, kind, None, None);
  }
  return { userId: cyd.userId, username: "cyd" };
}

/** Cyd has sent Ada a request. */
const asked =
  (kind: Kind) =>
  async (scene: Scene): Promise<Other> => {
    const other = await strangers(scene);
    await scene.as(scene.cyd, `PUT ${pathOf(kind, scene.ada)}`, {});
    await stands(scene, kind, PendingIncoming, PendingOutgoing);
    return other;
  };

/** Ada has sent Cyd a request. */
const asking =
  (kind: Kind) =>
  async (scene: Scene): Promise<Other> => {
    const other = await strangers(scene);
    await scene.as(scene.ada, `PUT ${pathOf(kind, scene.cyd)}`, {});
    await stands(scene, kind, PendingOutgoing, PendingIncoming);
    return other;
  };

const friends =
  (...kinds: Kind[]) =>
  async (scene: Scene): Promise<Other> => {
    const { platform, ada, cyd } = scene;
    const other = await strangers(scene);
    for (const kind of kinds) {
      const game = kind === "game" ? [platform.seeded.applicationId] : [];
      platform.control.users.makeFriends(String(ada.userId), String(cyd.userId), ...game);
      await stands(scene, kind, Friend, Friend);
    }
    return other;
  };

async function blocked(scene: Scene): Promise<Other> {
  const other = await strangers(scene);
  await scene.as(scene.ada, `PUT ${pathOf("platform", scene.cyd)}`, { type: Blocked });
  await stands(scene, "platform", Blocked, None);
  return other;
}

const refused = (status: number, errorCode: number): Expected => ({ type: HTTPError, status, errorCode });

/** The failure of an operation between two users without a relationship. */
const wrongState = (act: Act): FailureRow =>
  failsAfter("between users without a relationship", { type: ValidationError }, async (scene) => {
    const { userId } = await strangers(scene);
    return (last) => act(scene.ada.client, userId, last);
  });

const badId = (act: (client: Client, userId: never, last: Last) => unknown): FailureRow =>
  isInvalid("no id", ({ ada }, last) => act(ada.client, "cyd" as never, last));

/** Rows of an operation on one relationship. */
function relationshipRow(
  name: OperationRow["name"],
  act: Act,
  more: Pick<OperationRow<Other>, "prepare" | "route"> & {
    then: [kind: Kind, adas: RelationshipType, cyds: RelationshipType][];
    failures?: FailureRow[];
  },
): OperationRow {
  const { prepare, route, then, failures = [] } = more;
  return row<Other>({
    name,
    prepare,
    start: (client, { userId }, last) => act(client, userId, last),
    effect: async (scene) => {
      for (const [kind, adas, cyds] of then) {
        expect(typeSeen(scene.ada, kind, scene.cyd)).toBe(adas);
        await stands(scene, kind, adas, cyds);
      }
    },
    defaults: [],
    ...(route === undefined ? {} : { route }),
    functionName: name.charAt(0).toUpperCase() + name.slice(1),
    failures: [...failures, badId(act)],
  });
}

/** Reasons to reject a request, by id. */
function requestRejections(act: Act, kind: Kind): FailureRow[] {
  return [
    fails("a user who is not there", refused(404, 10_013), ({ ada }, last) => act(ada.client, 5n, last)),
    fails("oneself", refused(400, 80_003), ({ ada }, last) => act(ada.client, ada.userId, last)),
    failsAfter("a friend", refused(400, 80_007), async (scene) => {
      const { userId } = await friends(kind)(scene);
      return (last) => act(scene.ada.client, userId, last);
    }),
    failsAfter("one who was blocked", refused(403, 80_001), async (scene) => {
      const { userId } = await blocked(scene);
      return (last) => act(scene.ada.client, userId, last);
    }),
    failsAfter("one who takes no requests", refused(403, 80_000), async (scene) => {
      const { userId } = await scene.seat(scene.stranger({ refusesFriendRequests: true }));
      return (last) => act(scene.ada.client, userId, last);
    }),
  ];
}

const nameRejections = (start: (client: Client, username: string, last: Last) => unknown): FailureRow[] => [
  fails("a name that nobody has", refused(400, 80_004), ({ ada }, last) => start(ada.client, "nobody", last)),
  ...["x", "x".repeat(33)].map((username) =>
    isInvalid(`a name of ${String(username.length)} characters`, ({ ada }, last) =>
      start(ada.client, username, last),
    ),
  ),
];

const popular = new WeakMap<Scene, Promise<bigint>>();

/** A user with the maximum number of friends who has sent Ada a request. A rejection does not change this. */
function popularAsks(scene: Scene): Promise<bigint> {
  const asker = popular.get(scene) ?? makePopular(scene);
  popular.set(scene, asker);
  return asker;
}

async function makePopular(scene: Scene): Promise<bigint> {
  const { control } = scene.platform;
  const asker = await scene.seat(scene.stranger());
  await scene.as(asker, `PUT ${pathOf("platform", scene.ada)}`, {});
  for (let count = 0; count < FRIENDS_MAX; count += 1)
    control.users.makeFriends(String(asker.userId), scene.stranger());
  await waitFor("the request", () => typeSeen(scene.ada, "platform", asker) === PendingIncoming);
  return asker.userId;
}

const ONE = {
  platform: "/users/@me/relationships/{user.id}",
  game: "/users/@me/game-relationships/{user.id}",
};
const PUT = { platform: `PUT ${ONE.platform}`, game: `PUT ${ONE.game}` };
const DELETE = { platform: `DELETE ${ONE.platform}`, game: `DELETE ${ONE.game}` };

const byId = (kind: Kind): OperationRow => {
  const name = kind === "platform" ? "sendDiscordFriendRequestById" : "sendGameFriendRequestById";
  const act: Act = (client, userId, last) => client[name](userId, last as never);
  const unknownToGame: FailureRow = fails(
    "one who does not know the game",
    refused(404, 10_013),
    (scene, last) => act(scene.ada.client, BigInt(scene.stranger()), last),
  );
  return relationshipRow(name, act, {
    prepare: strangers,
    route: PUT[kind],
    then: [[kind, PendingOutgoing, PendingIncoming]],
    failures: [...requestRejections(act, kind), ...(kind === "game" ? [unknownToGame] : [])],
  });
};

const byName = (kind: Kind): OperationRow => {
  const name = kind === "platform" ? "sendDiscordFriendRequest" : "sendGameFriendRequest";
  const start = (client: Client, username: string, last: Last): unknown =>
    client[name](username, last as never);
  return row<Other>({
    name,
    prepare: strangers,
    start: (client, { username }, last) => start(client, username, last),
    effect: async (scene) => {
      expect(typeSeen(scene.ada, kind, scene.cyd)).toBe(PendingOutgoing);
      await stands(scene, kind, PendingOutgoing, PendingIncoming);
    },
    defaults: [],
    route: `POST ${PATHS[kind]}`,
    functionName: kind === "platform" ? "SendDiscordFriendRequest" : "SendGameFriendRequest",
    failures: nameRejections(start),
  });
};

const accept = (kind: Kind): OperationRow => {
  const name = kind === "platform" ? "acceptDiscordFriendRequest" : "acceptGameFriendRequest";
  const act: Act = (client, userId, last) => client[name](userId, last as never);
  const tooPopular: FailureRow = failsAfter(
    "of one with 1,000 friends",
    refused(400, 30_002),
    async (scene) => {
      const popularId = await popularAsks(scene);
      return (last) => act(scene.ada.client, popularId, last);
    },
  );
  return relationshipRow(name, act, {
    prepare: asked(kind),
    route: PUT[kind],
    then: [[kind, Friend, Friend]],
    failures: [wrongState(act), ...(kind === "platform" ? [tooPopular] : [])],
  });
};

const reject = (kind: Kind): OperationRow => {
  const name = kind === "platform" ? "rejectDiscordFriendRequest" : "rejectGameFriendRequest";
  const act: Act = (client, userId, last) => client[name](userId, last as never);
  return relationshipRow(name, act, {
    prepare: asked(kind),
    route: DELETE[kind],
    then: [[kind, None, None]],
    failures: [wrongState(act)],
  });
};

const cancel = (kind: Kind): OperationRow => {
  const name = kind === "platform" ? "cancelDiscordFriendRequest" : "cancelGameFriendRequest";
  const act: Act = (client, userId, last) => client[name](userId, last as never);
  return relationshipRow(name, act, {
    prepare: asking(kind),
    route: DELETE[kind],
    then: [[kind, None, None]],
    failures: [wrongState(act)],
  });
};

const removeGameFriend: Act = (client, userId, last) => client.removeGameFriend(userId, last as never);
const removeBoth: Act = (client, userId, last) => client.removeDiscordAndGameFriend(userId, last as never);
const blockUser: Act = (client, userId, last) => client.blockUser(userId, last as never);
const unblockUser: Act = (client, userId, last) => client.unblockUser(userId, last as never);

export const relationshipRows = [
  ...(["platform", "game"] as const).flatMap((kind) => [
    byName(kind),
    byId(kind),
    accept(kind),
    reject(kind),
    cancel(kind),
  ]),
  relationshipRow("removeGameFriend", removeGameFriend, {
    prepare: friends("platform", "game"),
    route: DELETE.game,
    then: [
      ["game", None, None],
      ["platform", Friend, Friend],
    ],
    failures: [wrongState(removeGameFriend)],
  }),
  relationshipRow("removeDiscordAndGameFriend", removeBoth, {
    prepare: friends("platform", "game"),
    route: DELETE.platform,
    then: [
      ["platform", None, None],
      ["game", None, None],
    ],
    failures: [
      wrongState(removeBoth),
      failsAfter(
        "half of it done: the other half can be tried again",
        { type: HTTPError, status: 503, retryable: true },
        async (scene) => {
          const { userId } = await friends("platform", "game")(scene);
          scene.platform.control.faults.add({ route: DELETE.game, what: { status: 503 } });
          return (last) => removeBoth(scene.ada.client, userId, last);
        },
        async (scene) => {
          await stands(scene, "platform", None, None);
          await scene.ada.client.removeDiscordAndGameFriend(scene.cyd.userId);
          await stands(scene, "game", None, None);
        },
      ),
    ],
  }),
  relationshipRow("blockUser", blockUser, {
    prepare: friends("platform", "game"),
    route: PUT.platform,
    then: [
      ["platform", Blocked, None],
      ["game", None, None],
    ],
    failures: [
      fails("oneself", refused(400, 80_003), ({ ada }, last) => blockUser(ada.client, ada.userId, last)),
      fails("a user who is not there", refused(404, 10_013), ({ ada }, last) =>
        blockUser(ada.client, 5n, last),
      ),
    ],
  }),
  relationshipRow("unblockUser", unblockUser, {
    prepare: blocked,
    route: DELETE.platform,
    then: [["platform", None, None]],
    failures: [wrongState(unblockUser)],
  }),
];
