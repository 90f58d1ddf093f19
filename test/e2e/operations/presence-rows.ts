import { Activity, ActivityActionTypes, ActivityInvite, ErrorType, StatusType, type UserHandle } from "sdkpp";
import { ACTIVITY_INVITE_LIFE_MS } from "sdkpp/wire";
import { expect } from "vitest";
import { openParty } from "../../support/open-party.js";
import { waitFor } from "../../support/wait-for.js";
import { fails, failsAfter, isInvalid, row, type OperationRow } from "./row.js";
import type { Scene, Seat } from "./scene.js";

const { ValidationError, HTTPError, RPCError } = ErrorType;
const REFUSED = { type: HTTPError, status: 400, errorCode: 50_039 };

function playing(state: string, size: [current: number, max: number] = [1, 4], id = "party"): Activity {
  const activity = openParty({ id, size, secret: "the secret" });
  activity.setState(state);
  return activity;
}

const shownTo = (viewer: Seat, host: Seat): string | undefined =>
  viewer.client.getUser(host.userId)?.gameActivity?.state;

/** All rows share one party, because a client has only a few updates in 20 s. */
async function host(scene: Scene, seat: Seat, viewer: Seat): Promise<void> {
  if (shownTo(viewer, seat) !== undefined) return;
  await seat.client.updateRichPresence(playing("hosting"));
  await waitFor("the party to be seen", () => shownTo(viewer, seat) !== undefined);
}

const updateRichPresence = row({
  name: "updateRichPresence",
  prepare: (scene: Scene) => ({ activity: playing(scene.unique("at")) }),
  start: (client, { activity }, last) => client.updateRichPresence(activity, last as never),
  effect: async ({ ada, ben }, { activity }) => {
    await waitFor("Ben to see it", () => shownTo(ben, ada) === activity.state);
  },
  defaults: [],
  unready: { disconnected: RPCError, connecting: ErrorType.ClientNotReady },
  functionName: "UpdateRichPresence",
  failures: [
    isInvalid("an activity that is not valid", ({ ada }, last) =>
      ada.client.updateRichPresence(Activity.nullobj, last),
    ),
    isInvalid("no activity", ({ ada }, last) => ada.client.updateRichPresence({} as Activity, last)),
    failsAfter("a token that may not", { type: ValidationError }, async (scene) => {
      const poor = await scene.ready(scene.stranger(), "identify gateway.connect");
      return (last) => poor.client.updateRichPresence(playing("somewhere"), last as never);
    }),
  ],
} satisfies OperationRow<{ activity: Activity }>);

const setOnlineStatus = row({
  name: "setOnlineStatus",
  prepare: ({ ada, ben }: Scene) => ({
    status: ben.client.getUser(ada.userId)?.status === StatusType.Idle ? StatusType.Dnd : StatusType.Idle,
  }),
  start: (client, { status }, last) => client.setOnlineStatus(status, last as never),
  effect: async ({ ada, ben }, { status }) => {
    await waitFor("Ben to see it", () => ben.client.getUser(ada.userId)?.status === status);
  },
  defaults: [],
  functionName: "SetOnlineStatus",
  failures: [
    isInvalid("a status that nobody can choose", ({ ada }, last) =>
      ada.client.setOnlineStatus(StatusType.Blocked, last),
    ),
  ],
} satisfies OperationRow<{ status: StatusType }>);

async function arrival(seat: Seat, known: number, type: ActivityActionTypes): Promise<ActivityInvite> {
  await waitFor("the invite", () => seat.invites.length > known);
  const invite = seat.invites[known]!;
  expect(invite.type).toBe(type);
  return invite;
}

const sendActivityInvite = row({
  name: "sendActivityInvite",
  prepare: async (scene: Scene) => {
    await host(scene, scene.ada, scene.ben);
    return { to: scene.ben.userId, known: scene.ben.invites.length };
  },
  start: (client, { to }, last) => client.sendActivityInvite(to, "come", last as never),
  settle: (client) => client.updateRichPresence(playing("hosting")),
  effect: async ({ ada, ben }, { known }) => {
    const invite = await arrival(ben, known, ActivityActionTypes.Join);
    expect([invite.senderId, invite.valid]).toEqual([ada.userId, true]);
    expect(ben.client.getMessageHandle(invite.messageId)?.content).toBe("come");
  },
  defaults: [],
  route: "POST /users/{user.id}/messages",
  functionName: "SendActivityInvite",
  failures: [
    isInvalid("who shows no party", ({ ada, cyd }, last) =>
      cyd.client.sendActivityInvite(ada.userId, "", last),
    ),
    isInvalid("a text of 2,001 characters", ({ ada, ben }, last) =>
      ada.client.sendActivityInvite(ben.userId, "x".repeat(2001), last),
    ),
    failsAfter(
      "a stranger who is not in the game",
      { type: HTTPError, status: 403, errorCode: 50_278 },
      async (scene) => {
        await host(scene, scene.ada, scene.ben);
        return (last) => scene.ada.client.sendActivityInvite(scene.stranger(), "", last as never);
      },
    ),
    failsAfter(
      "one who has blocked the host",
      { type: HTTPError, status: 403, errorCode: 50_007 },
      async (scene) => {
        await host(scene, scene.ada, scene.ben);
        const blocking = await scene.seat(scene.stranger());
        await scene.as(blocking, `PUT /users/@me/relationships/${String(scene.ada.userId)}`, { type: 2 });
        return (last) => scene.ada.client.sendActivityInvite(blocking.userId, "", last as never);
      },
    ),
  ],
} satisfies OperationRow<{ to: bigint; known: number }>);

const sendActivityJoinRequest = row({
  name: "sendActivityJoinRequest",
  prepare: async (scene: Scene) => {
    await host(scene, scene.ben, scene.ada);
    return { to: scene.ben.userId, known: scene.ben.invites.length };
  },
  start: (client, { to }, last) => client.sendActivityJoinRequest(to, last as never),
  effect: async ({ ada, ben }, { known }) => {
    expect((await arrival(ben, known, ActivityActionTypes.JoinRequest)).senderId).toBe(ada.userId);
  },
  defaults: [],
  route: "POST /users/{user.id}/messages",
  functionName: "SendActivityJoinRequest",
  failures: [
    isInvalid("one who shows no party", ({ ada, cyd }, last) =>
      ada.client.sendActivityJoinRequest(cyd.userId, last),
    ),
    failsAfter("a party that is full", REFUSED, async (scene) => {
      const full = await scene.ready(scene.stranger());
      scene.platform.control.users.makeFriends(String(full.userId), String(scene.ada.userId));
      await full.client.updateRichPresence(playing("full house", [2, 2]));
      await waitFor("the full party", () => shownTo(scene.ada, full) === "full house");
      return (last) => scene.ada.client.sendActivityJoinRequest(full.userId, last as never);
    }),
  ],
} satisfies OperationRow<{ to: bigint; known: number }>);

const sendActivityJoinRequestReply = row({
  name: "sendActivityJoinRequestReply",
  prepare: async (scene: Scene) => {
    const { ada, ben } = scene;
    await host(scene, ada, ben);
    const known = ada.invites.length;
    await ben.client.sendActivityJoinRequest(ada.userId);
    const request = await arrival(ada, known, ActivityActionTypes.JoinRequest);
    return { request, known: ben.invites.length };
  },
  start: (client, { request }, last) => client.sendActivityJoinRequestReply(request, last as never),
  settle: (client) => client.updateRichPresence(playing("hosting")),
  effect: async ({ ada, ben }, { known }) => {
    expect((await arrival(ben, known, ActivityActionTypes.Join)).senderId).toBe(ada.userId);
  },
  defaults: [],
  route: "POST /users/{user.id}/messages",
  functionName: "SendActivityJoinRequestReply",
  failures: [
    isInvalid("what is no request", ({ ada }, last) =>
      ada.client.sendActivityJoinRequestReply(new ActivityInvite(), last),
    ),
  ],
} satisfies OperationRow<{ request: ActivityInvite; known: number }>);

/** Ben has invited Ada. */
async function invited(scene: Scene): Promise<{ invite: ActivityInvite }> {
  const { ada, ben } = scene;
  await host(scene, ben, ada);
  const known = ada.invites.length;
  await ben.client.sendActivityInvite(ada.userId, "");
  return { invite: await arrival(ada, known, ActivityActionTypes.Join) };
}

const acceptActivityInvite = row({
  name: "acceptActivityInvite",
  prepare: invited,
  start: (client, { invite }, last) => client.acceptActivityInvite(invite, last as never),
  effect: (_scene, _given, values) => {
    expect(values).toEqual(["the secret"]);
  },
  defaults: [""],
  route: "GET /users/{user.id}/sessions/{session.id}/activities/{application.id}/{action}",
  functionName: "AcceptActivityInvite",
  failures: [
    isInvalid("what is no invite", ({ ada }, last) =>
      ada.client.acceptActivityInvite(new ActivityInvite(), last),
    ),
    failsAfter("another's invite", REFUSED, async (scene) => {
      const { invite } = await invited(scene);
      return (last) => scene.cyd.client.acceptActivityInvite(invite, last as never);
    }),
    failsAfter("an invite that is six hours old", REFUSED, async (scene) => {
      const { invite } = await invited(scene);
      await scene.platform.control.clock.advance(ACTIVITY_INVITE_LIFE_MS);
      return (last) => scene.ada.client.acceptActivityInvite(invite, last as never);
    }),
    failsAfter("into a party that its host has left", REFUSED, async (scene) => {
      const { invite } = await invited(scene);
      const { ada, ben } = scene;
      ben.client.clearRichPresence();
      await waitFor("the party to be over", () => shownTo(ada, ben) === undefined);
      return (last) => ada.client.acceptActivityInvite(invite, last as never);
    }),
  ],
} satisfies OperationRow<{ invite: ActivityInvite }>);

const getDiscordClientConnectedUser = row({
  name: "getDiscordClientConnectedUser",
  by: ({ seat }) => seat.client,
  prepare: async (scene: Scene) => ({
    seat: await scene.beside(),
    applicationId: scene.platform.seeded.applicationId,
  }),
  start: (client, { applicationId }, last) =>
    client.getDiscordClientConnectedUser(applicationId, last as never),
  effect: ({ ben }, _given, [user]) => {
    expect((user as UserHandle).id).toBe(ben.userId);
  },
  defaults: [undefined],
  unready: RPCError,
  failures: [
    fails("no desktop app", { type: RPCError, retryable: true }, ({ ada, platform }, last) =>
      ada.client.getDiscordClientConnectedUser(platform.seeded.applicationId, last),
    ),
    failsAfter(
      "a desktop app that does not know the game",
      { type: RPCError, errorCode: 4000, retryable: true },
      async (scene) => {
        const { client } = await scene.beside();
        return (last) => client.getDiscordClientConnectedUser(1n, last as never);
      },
    ),
  ],
} satisfies OperationRow<{ seat: Seat; applicationId: string }>);

export const presenceRows = [
  getDiscordClientConnectedUser,
  updateRichPresence,
  setOnlineStatus,
  sendActivityInvite,
  sendActivityJoinRequest,
  sendActivityJoinRequestReply,
  acceptActivityInvite,
];
