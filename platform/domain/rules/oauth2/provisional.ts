import type { IdentityProvider, Snowflake } from "sdkpp/wire";
import type { Application } from "../../records/oauth2/application.js";
import { isPublicClient } from "../../records/oauth2/application.js";
import type { ApplicationIdentity } from "../../records/user/application-identity.js";
import type { User } from "../../records/user/user.js";
import { idTokenClaims } from "../../views/oauth2/openid.js";
import type { ApplicationWorld } from "../../world/oauth2/application-world.js";
import type { OAuth2World } from "../../world/oauth2/oauth2-world.js";
import type { ClockPort, DigestPort, IdsPort, RandomPort } from "../../world/ports.js";
import { identityByAccount, identityOf } from "../../world/user/identities.js";
import type { UserWorld } from "../../world/user/user-world.js";
import type { Fact } from "../../facts/facts.js";
import { unknownApplication, unknownUser } from "../faults.js";
import { done, Fault, type Result } from "../outcome.js";
import { accountAlreadyLinked, badClientSecret, provisionalAccountsDisabled } from "./provisional-faults.js";
import { issueGuestTokens, type IssuedTokens } from "./tokens.js";

/** The slices of the world that these rules use. */
type Touched = UserWorld & ApplicationWorld & OAuth2World & ClockPort & IdsPort & RandomPort & DigestPort;

/** An account of another service, which a token or the game's own server has proved. */
export interface ProvenAccount {
  readonly providerType: IdentityProvider;
  /** The subject that the provider issued. */
  readonly externalId: string;
  /** 1–32 characters. */
  readonly displayName?: string | undefined;
}

/** How a game asks for the tokens of a guest. */
export interface GuestLogin {
  readonly applicationId: Snowflake;
  readonly account: ProvenAccount;
  /** Whether it gets a refresh token: with an ID token that a confidential application presents. */
  readonly isRefreshable?: boolean;
}

/** The application that presents an external token, by id and, if it is confidential, its secret. */
export function authenticateGame(
  world: ApplicationWorld & DigestPort,
  applicationId: Snowflake,
  secret: string | undefined,
): Application | Fault {
  const application = world.applications.get(applicationId);
  if (application === undefined) return unknownApplication();
  const isProved =
    secret === undefined
      ? isPublicClient(application)
      : world.digest.equal(world.digest.sha256(secret), application.secretHash ?? "");
  if (!isProved) return badClientSecret();
  return application.provisionalAccounts === false ? provisionalAccountsDisabled() : application;
}

/**
 * Signs a guest in, and creates its account the first time (H§3.2).
 * @returns 530010 when the account has been linked to a full one
 */
export function signInGuest(world: Touched, login: GuestLogin): Result<IssuedTokens> {
  const { applicationId, account } = login;
  const application = world.applications.get(applicationId);
  if (application === undefined) return unknownApplication();
  if (application.provisionalAccounts === false) return provisionalAccountsDisabled();
  const identity = identityByAccount(world, applicationId, account.providerType, account.externalId);
  const holder = identity && world.users.get(identity.userId);
  if (identity !== undefined && holder !== undefined && holder.provisionalOf !== applicationId)
    return accountAlreadyLinked(identity);
  const guest = holder ?? newGuest(world, applicationId, account);
  const facts =
    holder === undefined
      ? addIdentity(world, applicationId, guest.id, account)
      : renamed(world, guest, account);
  return done(tokensOf(world, application, guest.id, login.isRefreshable === true), facts);
}

/**
 * Signs a guest in for the game's own server, by an id of the game (H§3.2).
 * @param guestId an existing guest of the game that gets this identity
 */
export function signInGuestOfServer(
  world: Touched,
  login: GuestLogin,
  guestId: Snowflake | undefined,
): Result<IssuedTokens> {
  if (guestId === undefined) return signInGuest(world, login);
  const { applicationId, account } = login;
  const guest = world.users.get(guestId);
  if (guest?.provisionalOf !== applicationId) return unknownUser();
  const holder = identityByAccount(world, applicationId, account.providerType, account.externalId);
  if (holder !== undefined && holder.userId !== guestId) return accountAlreadyLinked(holder);
  const facts = addIdentity(world, applicationId, guestId, account);
  const signedIn = signInGuest(world, login);
  return signedIn instanceof Fault ? signedIn : done(signedIn.reply, [...facts, ...signedIn.facts]);
}

/** A new guest with the identity of an account. */
export function newGuest(
  world: UserWorld & IdsPort,
  applicationId: Snowflake,
  { displayName }: Pick<ProvenAccount, "displayName">,
): User {
  const id = world.ids.next();
  const guest: User = {
    id,
    username: `provisional_${BigInt(id).toString(36)}`,
    globalName: displayName ?? null,
    bot: false,
    provisionalOf: applicationId,
  };
  world.users.put(guest);
  return guest;
}

function addIdentity(
  world: UserWorld,
  applicationId: Snowflake,
  userId: Snowflake,
  account: ProvenAccount,
): Fact[] {
  const before = identityOf(world, applicationId, userId);
  const identity = newIdentity(applicationId, userId, account, before);
  world.identities.put(identity);
  return [{ kind: "identityUpdated", identity }];
}

/** @param before the identity that the user has, whose profile stays */
export function newIdentity(
  applicationId: Snowflake,
  userId: Snowflake,
  { providerType, externalId, displayName }: ProvenAccount,
  before?: ApplicationIdentity,
): ApplicationIdentity {
  return {
    providerId: null,
    username: null,
    metadata: null,
    data: null,
    avatarHash: null,
    ...before,
    applicationId,
    userId,
    externalId,
    providerType,
    preferredGlobalName: displayName ?? null,
  };
}

/** The name that the provider gives now. */
function renamed(world: UserWorld, guest: User, { displayName }: ProvenAccount): Fact[] {
  if (displayName === undefined || displayName === guest.globalName) return [];
  const user: User = { ...guest, globalName: displayName };
  world.users.put(user);
  return [{ kind: "userChanged", user }];
}

function tokensOf(
  world: Touched,
  application: Application,
  userId: Snowflake,
  isRefreshable: boolean,
): IssuedTokens {
  const tokens = issueGuestTokens(world, { applicationId: application.id, userId }, isRefreshable);
  const login = { application, userId, accessToken: tokens.access_token, authorizedAt: world.clock.now() };
  return { tokens, idToken: idTokenClaims(world, login) };
}
