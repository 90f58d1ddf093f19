import {
  AuthenticationExternalAuthType,
  AuthorizationTokenType,
  ErrorType,
  type Client,
  type DeviceAuthorizationArgs,
} from "sdkpp";
import { expect } from "vitest";
import { fails, failsAfter, isInvalid, row, type FailureRow, type OperationRow, type Start } from "./row.js";
import type { Scene, Seat } from "./scene.js";
import {
  BAD_REQUEST,
  expectTokens,
  freshCode,
  gameOf,
  holder,
  NO_TOKENS,
  onDevice,
  type Code,
} from "./sign-in.js";

const { SteamSessionTicket } = AuthenticationExternalAuthType;
const { ValidationError, HTTPError } = ErrorType;
const FORBIDDEN = { type: HTTPError, status: 403 };
const NOT_FOUND = { type: HTTPError, status: 404 };

/** A player of Steam whom the game has not seen, and the ticket that proves it. */
const newTicket = (scene: Scene): string => `test:${scene.unique("steam")}:Gwen`;

/** The ticket of a guest of the game. */
async function guestTicket(scene: Scene): Promise<string> {
  const ticket = newTicket(scene);
  await scene.ben.client.getProvisionalToken(gameOf(scene), SteamSessionTicket, ticket);
  return ticket;
}

const account = (scene: Scene): string => scene.stranger();

/** The ticket of a guest who has merged into an account. */
async function linkedTicket(scene: Scene, userId = account(scene)): Promise<string> {
  const ticket = await guestTicket(scene);
  await mergeNow(scene, await freshCode(scene, userId), ticket);
  return ticket;
}

const merge = (client: Client, game: string, given: Code, ticket: string, last: unknown): unknown => {
  const { code, verifier, redirectUri } = given;
  return client.getTokenFromProvisionalMerge(
    game,
    code,
    verifier,
    redirectUri,
    SteamSessionTicket,
    ticket,
    last as never,
  );
};

const mergeNow = async (scene: Scene, code: Code, ticket: string): Promise<void> =>
  void (await merge(scene.ben.client, gameOf(scene), code, ticket, undefined));

/** An application without guests. */
const closedGame = (scene: Scene): string =>
  scene.platform.control.applications.create({ name: "no guests", provisionalAccounts: false }).id;

type ByTicket = (client: Client, game: string, ticket: string, last: never) => unknown;

/** Reasons to reject a ticket, whatever it is for. */
function ticketFailures(use: ByTicket): FailureRow[] {
  const start =
    (scene: Scene, game: string, ticket: string): Start =>
    (last) =>
      use(scene.ada.client, game, ticket, last as never);
  return [
    failsAfter("a ticket that proves nothing", { ...FORBIDDEN, errorCode: 50_025 }, (scene) =>
      start(scene, gameOf(scene), "stolen"),
    ),
    failsAfter("a game without guests", { ...FORBIDDEN, errorCode: 530_000 }, (scene) =>
      start(scene, closedGame(scene), newTicket(scene)),
    ),
    failsAfter("a game that does not exist", { ...NOT_FOUND, errorCode: 10_002 }, (scene) =>
      start(scene, "1", newTicket(scene)),
    ),
    failsAfter("no ticket", { type: ValidationError }, (scene) => start(scene, gameOf(scene), "")),
  ];
}

const signIn: ByTicket = (client, game, ticket, last) =>
  client.getProvisionalToken(game, SteamSessionTicket, ticket, last);
const unmerge: ByTicket = (client, game, ticket, last) =>
  client.unmergeIntoProvisionalAccount(game, SteamSessionTicket, ticket, last);

const getProvisionalToken = row({
  name: "getProvisionalToken",
  prepare: (scene: Scene) => ({ game: gameOf(scene), ticket: newTicket(scene) }),
  start: (client, { game, ticket }, last) => signIn(client, game, ticket, last as never),
  effect: async (scene, { game, ticket }, [accessToken, refreshToken, tokenType, expiresIn, scopes]) => {
    const again = await scene.ben.client.getProvisionalToken(game, SteamSessionTicket, ticket);
    expect(await holder(scene, accessToken)).toBe(await holder(scene, again.accessToken));
    const { Bearer } = AuthorizationTokenType;
    expect([refreshToken, tokenType, expiresIn, scopes]).toEqual(["", Bearer, 604_800, "sdk.social_layer"]);
  },
  defaults: NO_TOKENS,
  route: "POST /partner-sdk/token",
  unready: "works",
  failures: [
    ...ticketFailures(signIn),
    failsAfter(
      "a player who has a full account now",
      { ...BAD_REQUEST, errorCode: 530_010 },
      async (scene) => {
        const ticket = await linkedTicket(scene);
        return (last) => signIn(scene.ada.client, gameOf(scene), ticket, last as never);
      },
    ),
  ],
} satisfies OperationRow<{ game: string; ticket: string }>);

interface GivenMerge {
  readonly code: Code;
  readonly game: string;
  readonly ticket: string;
  readonly userId: string;
}

/** An account that has agreed, and a guest. */
async function readyToMerge(scene: Scene): Promise<GivenMerge> {
  const userId = account(scene);
  const ticket = await guestTicket(scene);
  return { code: await freshCode(scene, userId), game: gameOf(scene), ticket, userId };
}

async function expectLinked(scene: Scene, { ticket }: { ticket: string }): Promise<void> {
  const asGuest = scene.ben.client.getProvisionalToken(gameOf(scene), SteamSessionTicket, ticket);
  await expect(asGuest).rejects.toMatchObject({ result: { errorCode: 530_010 } });
}

/** A merge of an account with a ticket, as Ada's client starts it. */
async function merging(scene: Scene, userId: string, ticket: string): Promise<Start> {
  const code = await freshCode(scene, userId);
  return (last) => merge(scene.ada.client, gameOf(scene), code, ticket, last);
}

const getTokenFromProvisionalMerge = row({
  name: "getTokenFromProvisionalMerge",
  prepare: readyToMerge,
  start: (client, { game, code, ticket }, last) => merge(client, game, code, ticket, last),
  effect: async (scene, given, values) => {
    await expectTokens(scene, values, BigInt(given.userId));
    await expectLinked(scene, given);
  },
  defaults: NO_TOKENS,
  route: "POST /oauth2/token",
  unready: "works",
  failures: [
    failsAfter("a ticket that proves nothing", { ...FORBIDDEN, errorCode: 50_025 }, (scene) =>
      merging(scene, account(scene), "stolen"),
    ),
    failsAfter("a ticket of another account", { ...BAD_REQUEST, errorCode: 530_014 }, async (scene) =>
      merging(scene, account(scene), await linkedTicket(scene)),
    ),
    failsAfter(
      "an account that has an identity in the game",
      { ...BAD_REQUEST, errorCode: 530_023 },
      async (scene) => {
        const userId = account(scene);
        await linkedTicket(scene, userId);
        return merging(scene, userId, await guestTicket(scene));
      },
    ),
    failsAfter("a guest whose account was banned", { ...BAD_REQUEST, errorCode: 530_017 }, async (scene) => {
      const userId = account(scene);
      const ticket = await linkedTicket(scene, userId);
      scene.platform.control.users.ban(userId);
      return merging(scene, account(scene), ticket);
    }),
    failsAfter("a code that was used", BAD_REQUEST, async (scene) => {
      const { game, code, ticket } = await readyToMerge(scene);
      await mergeNow(scene, code, ticket);
      return (last) => merge(scene.ada.client, game, code, newTicket(scene), last);
    }),
    failsAfter("no ticket", { type: ValidationError }, async (scene) => merging(scene, account(scene), "")),
  ],
} satisfies OperationRow<GivenMerge>);

interface GivenDeviceMerge {
  readonly args: DeviceAuthorizationArgs;
  readonly ticket: string;
  readonly userId: string;
}

const mergeOnDevice = (client: Client, args: DeviceAuthorizationArgs, ticket: string, last: unknown) =>
  client.getTokenFromDeviceProvisionalMerge(args, SteamSessionTicket, ticket, last as never);

async function deviceMerge(scene: Scene): Promise<GivenDeviceMerge> {
  const userId = account(scene);
  const ticket = await guestTicket(scene);
  return { args: onDevice(scene, gameOf(scene), userId), ticket, userId };
}

const getTokenFromDeviceProvisionalMerge = row({
  name: "getTokenFromDeviceProvisionalMerge",
  prepare: deviceMerge,
  start: (client, { args, ticket }, last) => mergeOnDevice(client, args, ticket, last),
  effect: async (scene, given, values) => {
    await expectTokens(scene, values, BigInt(given.userId));
    await expectLinked(scene, given);
  },
  defaults: NO_TOKENS,
  route: "POST /oauth2/device/authorize",
  unready: "works",
  failures: [
    failsAfter("a ticket that proves nothing", { ...FORBIDDEN, errorCode: 50_025 }, async (scene) => {
      const { args } = await deviceMerge(scene);
      return (last) => mergeOnDevice(scene.ada.client, args, "stolen", last);
    }),
    failsAfter("a ticket of another account", { ...BAD_REQUEST, errorCode: 530_014 }, async (scene) => {
      const ticket = await linkedTicket(scene);
      const args = onDevice(scene, gameOf(scene), account(scene));
      return (last) => mergeOnDevice(scene.ada.client, args, ticket, last);
    }),
    failsAfter("no ticket", { type: ValidationError }, async (scene) => {
      const { args } = await deviceMerge(scene);
      return (last) => mergeOnDevice(scene.ada.client, args, "", last);
    }),
  ],
} satisfies OperationRow<GivenDeviceMerge>);

const unmergeIntoProvisionalAccount = row({
  name: "unmergeIntoProvisionalAccount",
  prepare: async (scene: Scene) => {
    const userId = account(scene);
    return { game: gameOf(scene), userId, ticket: await linkedTicket(scene, userId) };
  },
  start: (client, { game, ticket }, last) => unmerge(client, game, ticket, last as never),
  effect: async (scene, { game, userId, ticket }) => {
    const { accessToken } = await scene.ben.client.getProvisionalToken(game, SteamSessionTicket, ticket);
    expect(String(await holder(scene, accessToken))).not.toBe(userId);
  },
  defaults: [],
  route: "POST /partner-sdk/provisional-accounts/unmerge",
  unready: "works",
  failures: [
    ...ticketFailures(unmerge),
    fails("a player whom the game has never seen", { ...NOT_FOUND, errorCode: 10_013 }, (scene, last) =>
      unmerge(scene.ada.client, gameOf(scene), newTicket(scene), last),
    ),
    failsAfter("a guest", { ...BAD_REQUEST, errorCode: 50_229 }, async (scene) => {
      const ticket = await guestTicket(scene);
      return (last) => unmerge(scene.ada.client, gameOf(scene), ticket, last as never);
    }),
  ],
} satisfies OperationRow<{ game: string; userId: string; ticket: string }>);

const updateProvisionalAccountDisplayName = row({
  name: "updateProvisionalAccountDisplayName",
  by: ({ guest }) => guest.client,
  prepare: async (scene: Scene) => ({
    guest: await scene.guest(newTicket(scene)),
    name: scene.unique("Sir"),
  }),
  start: (client, { name }, last) => client.updateProvisionalAccountDisplayName(name, last as never),
  effect: async (scene, { guest, name }) => {
    const seen = await scene.asBot(`GET /users/${String(guest.userId)}`);
    expect(seen).toMatchObject({ global_name: name });
  },
  defaults: [],
  route: "PATCH /users/@me/account",
  functionName: "UpdateProvisionalAccountDisplayName",
  failures: [
    fails("a full account", { ...FORBIDDEN, errorCode: 50_026 }, (scene, last) =>
      scene.ada.client.updateProvisionalAccountDisplayName("Sir", last),
    ),
    isInvalid("no name", (scene, last) => scene.ada.client.updateProvisionalAccountDisplayName("", last)),
    isInvalid("a name of more than 32 characters", (scene, last) =>
      scene.ada.client.updateProvisionalAccountDisplayName("x".repeat(33), last),
    ),
  ],
} satisfies OperationRow<{ guest: Seat; name: string }>);

export const provisionalRows = [
  getProvisionalToken,
  getTokenFromProvisionalMerge,
  getTokenFromDeviceProvisionalMerge,
  unmergeIntoProvisionalAccount,
  updateProvisionalAccountDisplayName,
];
