import { Activity, ActivityActionTypes, ActivityInvite, ErrorType, StatusType, type UserHandle } from "sdkpp";
import { ACTIVITY_INVITE_LIFE_MS } from "sdkpp/wire";
import { expect } from "vitest";
import { openParty } from "../../support/open-party.js";
import { waitFor } from "../../support/wait-for.js";
import { row, type OperationRow } from "./row.js";
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
    {
      claim: "an activity that is not valid",
      arrange:
        ({ ada }) =>
        (last) =>
          ada.client.updateRichPresence(Activity.nullobj, last as never),
      expected: { type: ValidationError },
    },
    {
      claim: "no activity",
      arrange:
        ({ ada }) =>
        (last) =>
          ada.client.updateRichPresence({} as Activity, last as never),
      expected: { type: ValidationError },
    },
    {
      claim: "a token that may not",
      arrange: async (scene) => {
        const poor = await scene.ready(scene.stranger(), "identify gateway.connect");
        return (last) => poor.client.updateRichPresence(playing("somewhere"), last as never);
      },
      expected: { type: ValidationError },
    },
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
    {
      claim: "a status that nobody can choose",
      arrange:
        ({ ada }) =>
        (last) =>
          ada.client.setOnlineStatus(StatusType.Blocked, last as never),
      expected: { type: ValidationError },
    },
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
    {
      claim: "who shows no party",
      arrange:
        ({ ada, cyd }) =>
        (last) =>
          cyd.client.sendActivityInvite(ada.userId, "", last as never),
      expected: { type: ValidationError },
    },
    {
      claim: "a text of 2,001 characters",
      arrange:
        ({ ada, ben }) =>
        (last) =>
          ada.client.sendActivityInvite(ben.userId, "x".repeat(2001), last as never),
      expected: { type: ValidationError },
    },
    {
      claim: "a stranger who is not in the game",
      arrange: async (scene) => {
        await host(scene, scene.ada, scene.ben);
        return (last) => scene.ada.client.sendActivityInvite(scene.stranger(), "", last as never);
      },
      expected: { type: HTTPError, status: 403, errorCode: 50_278 },
    },
    {
      claim: "one who has blocked the host",
      arrange: async (scene) => {
        await host(scene, scene.ada, scene.ben);
        const blocking = await scene.seat(scene.stranger());
        await scene.as(blocking, `PUT /users/@me/relationships/${String(scene.ada.userId)}`, { type: 2 });
        return (last) => scene.ada.client.sendActivityInvite(blocking.userId, "", last as never);
      },
      expected: { type: HTTPError, status: 403, errorCode: 50_007 },
    },
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
    {
      claim: "one who shows no party",
      arrange:
        ({ ada, cyd }) =>
        (last) =>
          ada.client.sendActivityJoinRequest(cyd.userId, last as never),
      expected: { type: ValidationError },
    },
    {
      claim: "a party that is full",
      arrange: async (scene) => {
        const full = await scene.ready(scene.stranger());
        scene.platform.control.makeFriends(String(full.userId), String(scene.ada.userId));
        await full.client.updateRichPresence(playing("full house", [2, 2]));
        await waitFor("the full party", () => shownTo(scene.ada, full) === "full house");
        return (last) => scene.ada.client.sendActivityJoinRequest(full.userId, last as never);
      },
      expected: REFUSED,
    },
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
    {
      claim: "what is no request",
      arrange:
        ({ ada }) =>
        (last) =>
          ada.client.sendActivityJoinRequestReply(new ActivityInvite(), last as never),
      expected: { type: ValidationError },
    },
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
    {
      claim: "what is no invite",
      arrange:
        ({ ada }) =>
        (last) =>
          ada.client.acceptActivityInvite(new ActivityInvite(), last as never),
      expected: { type: ValidationError },
    },
    {
      claim: "another's invite",
      arrange: async (scene) => {
        const { invite } = await invited(scene);
        return (last) => scene.cyd.client.acceptActivityInvite(invite, last as never);
      },
      expected: REFUSED,
    },
    {
      claim: "an invite that is six hours old",
      arrange: async (scene) => {
        const { invite } = await invited(scene);
        await scene.platform.control.clock.advance(ACTIVITY_INVITE_LIFE_MS);
        return (last) => scene.ada.client.acceptActivityInvite(invite, last as never);
      },
      expected: REFUSED,
    },
    {
      claim: "into a party that its host has left",
      arrange: async (scene) => {
        const { invite } = await invited(scene);
        const { ada, ben } = scene;
        ben.client.clearRichPresence();
        await waitFor("the party to be over", () => shownTo(ada, ben) === undefined);
        return (last) => ada.client.acceptActivityInvite(invite, last as never);
      },
      expected: REFUSED,
    },
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
    {
      claim: "no desktop app",
      arrange:
        ({ ada, platform }) =>
        (last) =>
          ada.client.getDiscordClientConnectedUser(platform.seeded.applicationId, last as never),
      expected: { type: RPCError, retryable: true },
    },
    {
      claim: "a desktop app that does not know the game",
      arrange: async (scene) => {
        const { client } = await scene.beside();
        return (last) => client.getDiscordClientConnectedUser(1n, last as never);
      },
      expected: { type: RPCError, errorCode: 4000, retryable: true },
    },
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
