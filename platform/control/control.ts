import { PROVIDER_OF, type Snowflake, type TokenPayload } from "sdkpp/wire";
import type { AdjustableClock } from "../clock/adjustable-clock.js";
import type { DaveCounters } from "../dave/index.js";
import type { ActivityInstance } from "../domain/records/activity/activity-instance.js";
import type { UrlMapping } from "../domain/records/activity/url-mapping.js";
import type { Launch } from "../domain/rules/activity/activities.js";
import { removeIdentity, setIdentity } from "../domain/rules/user/application-identities.js";
import type { Application } from "../domain/records/oauth2/application.js";
import { acceptAs } from "../domain/rules/guild/invites.js";
import { joinAs } from "../domain/rules/guild/joining.js";
import type { Guild } from "../domain/records/guild/guild.js";
import { unapprovedScope } from "../domain/views/oauth2/scopes.js";
import { vote } from "../domain/rules/message/polls.js";
import { signInGuest } from "../domain/rules/oauth2/provisional.js";
import { issueTokens, revokeGrant } from "../domain/rules/oauth2/tokens.js";
import { E2EE_MODES, type E2eeMode } from "../domain/rules/voice/e2ee.js";
import type { Fact } from "../domain/facts/facts.js";
import { done, Fault, type Result } from "../domain/rules/outcome.js";
import { becomeFriends } from "../domain/rules/relationship/relationships.js";
import { gameRealmOf } from "../domain/world/oauth2/families.js";
import { PLATFORM } from "../domain/records/relationship/relationship.js";
import { banUser, unbanUser } from "../domain/rules/user/bans.js";
import { setInterest } from "../domain/rules/scheduled-event/interest.js";
import { renameUser, setAvatar, showTag } from "../domain/rules/user/users.js";
import type { Publisher } from "../domain/reactions/publisher.js";
import type { PrimaryGuild, User } from "../domain/records/user/user.js";
import { beginRegionMove, finishRegionMove, setServerFlags } from "../domain/rules/voice/calls.js";
import type { World } from "../domain/world/world.js";
import { flag, list, members, oneOf, optional, text, wholeNumber } from "../guard/arguments.js";
import type { GatewayCut, GatewayHub } from "../gateway/hub.js";
import type { GatewaySession } from "../gateway/session.js";
import type { HttpFaultCount, HttpFaultRule, HttpFaults } from "../http/http-faults.js";
import type { NewDesktopApp } from "../options.js";
import type { DesktopAuthorization } from "../rpc/authorizations.js";
import type { DesktopAction } from "../rpc/desktop-app.js";
import type { DesktopAppAddress, RpcRoom } from "../rpc/room.js";
import type { OidcIssuers } from "../openid/external-identities.js";
import type { VoiceCut, VoiceGateway } from "../voice/gateway/voice-gateway.js";
import type { EventWebhooksRoom } from "../webhooks/room.js";
import type { MediaWorker } from "../voice/sfu/media-worker.js";
import { checkImpairment } from "../voice/sfu/impairment.js";
import type { ImpairmentRule, VoiceStats } from "../voice/sfu/messages.js";
import { ControlAccounts } from "./control-accounts.js";
import { ControlActivities } from "./control-activities.js";
import {
  ControlApplications,
  type EventWebhookState,
  type InstallationHome,
} from "./control-applications.js";
import { ControlClock } from "./control-clock.js";
import { ControlDesktop } from "./control-desktop.js";
import { ControlInteractions } from "./control-interactions.js";
import { ControlMonetisation } from "./control-monetisation.js";
import * as inputs from "./inputs.js";
import type { NewApplication, NewApplicationIdentity, NewGuest, NewGuild, NewUser } from "./new-records.js";
import { Registry, type BotAccount } from "./registry.js";
import { UserActions } from "./user-actions.js";

export interface ControlParts {
  readonly world: World;
  readonly clock: AdjustableClock;
  readonly publisher: Publisher;
  readonly hub: GatewayHub;
  readonly httpFaults: HttpFaults;
  readonly voice: VoiceGateway;
  readonly media: MediaWorker;
  readonly webhooks: EventWebhooksRoom;
  readonly rpc: RpcRoom;
  readonly voiceEndpoint: () => string;
  readonly issuers: Pick<OidcIssuers, "problemOf">;
  /** Remembers the token of a bot where the platform keeps one. */
  readonly keepBotToken: (applicationId: Snowflake, token: string) => void;
}

/**
 * Operations for tests and developers that no client may do; the platform's servers cannot reach it. Every method checks its
 * arguments first and throws an error with the name of the argument, the expected and the received value (`ArgumentError`, a
 * TypeError, or `ArgumentRangeError`, a RangeError).
 */
export class Control {
  readonly clock: ControlClock;
  readonly interactions: ControlInteractions;
  readonly monetisation: ControlMonetisation;
  readonly #parts: ControlParts;
  readonly #registry: Registry;
  readonly #applications: ControlApplications;
  readonly #accounts: ControlAccounts;
  readonly #activities: ControlActivities;
  readonly #desktop: ControlDesktop;
  #rules: ImpairmentRule[] = [];

  /** @internal */
  constructor(parts: ControlParts) {
    this.#parts = parts;
    this.clock = new ControlClock(parts.clock, parts.media);
    this.interactions = new ControlInteractions(parts);
    this.monetisation = new ControlMonetisation(parts);
    this.#registry = new Registry(parts.world);
    this.#applications = new ControlApplications(parts);
    this.#accounts = new ControlAccounts(parts);
    this.#activities = new ControlActivities(parts);
    this.#desktop = new ControlDesktop(parts);
  }

  /** @throws {RangeError} when applications may not use the OpenID Connect issuer, with the rule */
  createApplication(input: NewApplication): Application {
    inputs.newApplication(input);
    const problem = input.oidc && this.#parts.issuers.problemOf(input.oidc.issuer);
    if (problem !== undefined)
      throw new RangeError(`oidc.issuer: ${problem}, received ${String(input.oidc?.issuer)}`);
    return this.#registry.createApplication(input);
  }

  createUser(input: NewUser): User {
    return this.#registry.createUser(input);
  }

  /**
   * Creates the bot of an application, or gives the existing bot a new token. Sessions with the old token close with 4004.
   * An application has one bot: a second bot needs an application of its own, and {@link joinGuild} to be in a guild.
   * @throws {RangeError} when the application does not exist
   */
  createBot(applicationId: Snowflake): BotAccount {
    const { publisher, keepBotToken } = this.#parts;
    const created = publisher.settle<BotAccount, never>(() => {
      const account = this.#registry.createBot(applicationId);
      const { userId } = account;
      return done(account, [{ kind: "grantRevoked", applicationId, userId, authSessions: [] }]);
    });
    keepBotToken(applicationId, created.token);
    return created;
  }

  /**
   * Event webhooks of an application: its settings, why the platform disabled them, what waits, and the newest attempts.
   * @throws {RangeError} when the application does not exist
   */
  eventWebhooks(applicationId: Snowflake): EventWebhookState {
    return this.#applications.eventWebhooks(applicationId);
  }

  /**
   * Checks the address for event webhooks again, as the platform does at random times: one that accepts a wrong signature, or
   * does not acknowledge a PING, is removed.
   * @returns whether the address remains; false also without one
   * @throws {RangeError} when the application does not exist
   */
  checkEventWebhook(applicationId: Snowflake): Promise<boolean> {
    return this.#applications.checkEventWebhook(applicationId);
  }

  /**
   * Sends QUEST_USER_ENROLLMENT to an application that has subscribed to it; nothing else causes this event.
   * @throws {RangeError} when the application does not exist
   */
  enrollInQuest(applicationId: Snowflake): void {
    this.#applications.enrollInQuest(applicationId);
  }

  /**
   * Approves the privileges of an application, or renews their approval. An application that reaches 10,000 users needs one
   * every year, and has none until this is called.
   * @throws {RangeError} when the application does not exist
   */
  approvePrivileges(applicationId: Snowflake): void {
    this.#applications.approvePrivileges(applicationId);
  }

  /**
   * Makes an application a game of a publisher's parent application, or a game by itself again. Its tokens, lobbies, identities
   * and game relationships are deleted in both cases. Players authorize the parent; `POST /partner-sdk/child-token` exchanges
   * its tokens for those of the games, and only these open gateway sessions.
   * @param parentId null: none
   * @throws {RangeError} when an application does not exist, the two are one, there would be three generations, or one of them
   *   is public and the other is not
   */
  setParent(applicationId: Snowflake, parentId: Snowflake | null): void {
    this.#applications.setParent(applicationId, parentId);
  }

  /**
   * Sets how many users an application reaches.
   * @param count null: as many as are in the servers of its bot, which is the default
   * @throws {RangeError} when the application does not exist
   */
  setReachableUsers(applicationId: Snowflake, count: number | null): void {
    this.#applications.setReachableUsers(applicationId, count);
  }

  /**
   * Installs an application, as a user does who opens its installation link: in an account, or in a server as its owner, where its
   * bot becomes a member, or gets the permissions that it asks for now. Commands can be used where their application is installed.
   * @throws {RangeError} when the application, user or guild does not exist, or the application cannot be installed there
   */
  installApplication(applicationId: Snowflake, home: InstallationHome): void {
    this.#applications.install(applicationId, home);
  }

  /**
   * Lets another key sign ID tokens from now on. The old key stays published for an hour of the platform's clock, as long as its
   * tokens can be valid.
   */
  rotateSigningKey(): void {
    this.#applications.rotateSigningKey();
  }

  /**
   * Enables the activities of an application, which sets its flag EMBEDDED, with the addresses that they reach through the
   * proxy. The most specific prefix decides, whatever the order.
   * @param mappings at most 100; null: disables activities, and ends those that run
   * @throws {RangeError} when the application does not exist, a prefix is there twice, or a mapping is invalid, with the reason
   */
  setUrlMappings(applicationId: Snowflake, mappings: readonly UrlMapping[] | null): void {
    this.#activities.setUrlMappings(applicationId, mappings);
  }

  /**
   * Opens an activity in a channel, a thread or a conversation as a user of the platform's app does: the user joins the
   * instance that runs there, or starts one, and leaves the application's instance elsewhere.
   * @throws {RangeError} when something does not exist, the application has no activities or no room for another participant,
   *   or the user may not open activities there
   */
  launchActivity(launch: Launch): ActivityInstance {
    return this.#activities.launchActivity(launch);
  }

  /**
   * Closes an activity as a user of the platform's app does; the instance ends with its last user. Has no effect for a user who
   * does not take part.
   * @throws {RangeError} when there is no such instance, or no longer
   */
  leaveActivity(instanceId: string, userId: Snowflake): void {
    this.#activities.leaveActivity(instanceId, userId);
  }

  /**
   * Creates a server. Its members who are connected receive it as when they join one.
   * @throws {RangeError} when an overwrite or a category refers to something that the server does not have
   */
  createGuild(input: NewGuild): Guild {
    return this.#parts.publisher.settle<Guild, never>(() => {
      const guild = this.#registry.createGuild(input);
      return done(guild, [{ kind: "guildCreated", guild }]);
    });
  }

  /**
   * Lets a user or a bot join a guild without an invite; has no effect for a member.
   * @throws {RangeError} when the user or guild does not exist, or the guild has banned the user
   */
  joinGuild(userId: Snowflake, guildId: Snowflake): void {
    const user = this.#knownUser("userId", userId);
    inputs.id("guildId", guildId);
    this.#settle((world) => joinAs(world, user, guildId));
  }

  /**
   * A user in the platform's own app: writes, reacts, types, joins servers, enters calls, like the people that a bot serves.
   * @throws {RangeError} when the user does not exist, or is a bot
   */
  as(userId: Snowflake): UserActions {
    const user = this.#knownUser("userId", userId);
    if (user.bot) throw new RangeError(`userId: user ${userId} is a bot, which acts with its token`);
    if (user.provisionalOf !== undefined)
      throw new RangeError(`userId: user ${userId} is a guest of a game and has no account for the app`);
    return new UserActions(this.#parts, userId);
  }

  /**
   * Makes two users friends without a request, regardless of their current relationship.
   * @param applicationId the game in which they become friends; default: friends on the platform
   * @throws {RangeError} when a user does not exist or already has the maximum number of friends
   */
  makeFriends(left: Snowflake, right: Snowflake, applicationId?: Snowflake): void {
    for (const [name, value] of Object.entries({ left, right })) this.#knownUser(name, value);
    const game = optional("applicationId", applicationId, inputs.id);
    const realm = game === undefined ? PLATFORM : gameRealmOf(this.#parts.world, game);
    this.#settle((world) => becomeFriends(world, left, right, realm));
  }

  /**
   * Sets a user's identity in a game, replacing an earlier one, and notifies users who see this user. Another user of the game
   * with the same external id loses that identity.
   * @throws {RangeError} when the application or user does not exist, or a text is too long
   */
  setApplicationIdentity(
    applicationId: Snowflake,
    userId: Snowflake,
    identity: NewApplicationIdentity,
  ): void {
    inputs.id("applicationId", applicationId);
    inputs.id("userId", userId);
    const made = this.#registry.applicationIdentity(applicationId, userId, identity);
    this.#perform((world) => setIdentity(world, made));
  }

  /** Removes a user's identity in a game; has no effect when there is none. */
  removeApplicationIdentity(applicationId: Snowflake, userId: Snowflake): void {
    inputs.id("applicationId", applicationId);
    inputs.id("userId", userId);
    this.#perform((world) => removeIdentity(world, applicationId, userId));
  }

  /**
   * Accepts an invite to a guild as the user would in the platform's app, which needs no bot of a game.
   * @throws {RangeError} when the user does not exist, or the invite is used, expired or for another user
   */
  acceptInvite(userId: Snowflake, code: string): void {
    const user = this.#knownUser("userId", userId);
    text("code", code);
    this.#settle((world) => acceptAs(world, user, code));
  }

  /**
   * Logs a user in to the platform itself, as its own app does.
   * @returns the token, which `POST /oauth2/device/verify` and `/finish` take as the whole `Authorization` header
   * @throws {RangeError} when the user does not exist, is a bot, or is banned
   */
  logIn(userId: Snowflake): string {
    return this.#accounts.logIn(this.#knownUser("userId", userId));
  }

  /**
   * Answers a device as the user who types its code and presses Authorize or Cancel.
   * @param userCode in any case, with or without spaces and hyphens
   * @throws {RangeError} when the user cannot log in, or no device waits for an answer to this code
   */
  answerDevice(userId: Snowflake, userCode: string, isGranted: boolean): void {
    const user = this.#knownUser("userId", userId);
    this.#accounts.answerDevice(user, text("userCode", userCode), flag("isGranted", isGranted));
  }

  /** Changes a user's display name. @throws {RangeError} when the user does not exist */
  renameUser(userId: Snowflake, globalName: string | null): void {
    this.#knownUser("userId", userId);
    inputs.nullableName("globalName", globalName);
    this.#perform((world) => renameUser(world, userId, globalName));
  }

  /**
   * Lets a member say that it wants to take part in a scheduled event, or no longer, as it would in the platform's app.
   * @throws {RangeError} when the event does not exist, or the user is not in its server
   */
  setEventInterest(eventId: Snowflake, userId: Snowflake, isInterested: boolean): void {
    const { world } = this.#parts;
    const event = world.scheduledEvents.get(inputs.id("eventId", eventId));
    if (event === undefined) throw new RangeError(`eventId: there is no scheduled event ${eventId}`);
    this.#knownUser("userId", userId);
    if (world.guilds.get(event.guildId)?.memberIds.includes(userId) !== true)
      throw new RangeError(`userId: user ${userId} is not in server ${event.guildId}`);
    flag("isInterested", isInterested);
    this.#perform(() => setInterest(world, event, userId, isInterested));
  }

  /**
   * Changes a user's picture.
   * @param image data URI of a PNG, JPEG, GIF or WebP picture of at most 10 MiB; null: none
   * @throws {RangeError} when the user does not exist, or the text is no such picture
   */
  setAvatar(userId: Snowflake, image: string | null): void {
    this.#knownUser("userId", userId);
    const picture = image === null ? null : inputs.picture("image", image);
    this.#perform((world) => setAvatar(world, userId, picture));
  }

  /**
   * Lets a user show the tag of a guild it is in, or none.
   * @param guildId null: none
   * @throws {RangeError} when the user or guild does not exist, the guild has no tag, or the user is not in it
   */
  setPrimaryGuild(userId: Snowflake, guildId: Snowflake | null): void {
    this.#knownUser("userId", userId);
    const tag = guildId === null ? undefined : this.#tagOf(inputs.id("guildId", guildId), userId);
    this.#perform((world) => showTag(world, userId, tag));
  }

  /**
   * Lets a user vote in a poll: for these answers, and no longer for others. Bots may not vote.
   * @param answerIds ids of answers, 1 for the first one; empty: takes all votes back
   * @throws {RangeError} when the user is a bot or does not exist, or there is no such poll or answer, it has ended, or it
   *   allows one answer only
   */
  votePoll(userId: Snowflake, messageId: Snowflake, answerIds: readonly number[]): void {
    inputs.answers("answerIds", answerIds);
    inputs.id("messageId", messageId);
    if (this.#knownUser("userId", userId).bot) throw new RangeError("userId: bots may not vote");
    this.#perform((world) => {
      const facts = vote(world, userId, messageId, answerIds);
      if (typeof facts === "string") throw new RangeError(`messageId: ${facts}`);
      return facts;
    });
  }

  /**
   * Makes the messages of a guild searchable at once: otherwise its first search gets a 202 with code 110000.
   * @throws {RangeError} when the guild does not exist
   */
  indexMessages(guildId: Snowflake): void {
    const { world } = this.#parts;
    const guild = world.guilds.get(inputs.id("guildId", guildId));
    if (guild === undefined) throw new RangeError(`There is no guild ${guildId}.`);
    world.searchedGuilds.add(guild.id);
  }

  /**
   * Bans an account from the platform: revokes its tokens in every game, closes its gateway sessions with 4004, and prevents
   * new logins.
   * @throws {RangeError} when the user does not exist
   */
  banUser(userId: Snowflake): void {
    this.#knownUser("userId", userId);
    this.#perform((world) => banUser(world, userId));
  }

  /** Lifts a ban; the account can log in again. @throws {RangeError} when the user does not exist */
  unbanUser(userId: Snowflake): void {
    this.#knownUser("userId", userId);
    unbanUser(this.#parts.world, userId);
  }

  /**
   * Signs a player in who has no account of the platform, as the game's own server does; creates the provisional account the
   * first time.
   * @returns tokens with a life of 7 days and no refresh token
   * @throws {RangeError} when the application does not exist, has no provisional accounts, or the account is linked
   */
  signInGuest(applicationId: Snowflake, input: NewGuest): TokenPayload {
    inputs.id("applicationId", applicationId);
    inputs.newGuest(input);
    const { externalId, displayName } = input;
    const account = { providerType: PROVIDER_OF.DISCORD_BOT_ISSUED_ACCESS_TOKEN, externalId, displayName };
    const { world, publisher } = this.#parts;
    const issued = publisher.settle(() => signInGuest(world, { applicationId, account }));
    if (issued instanceof Fault) throw new RangeError(`signInGuest: ${issued.message}`);
    return issued.tokens;
  }

  /**
   * Issues tokens without the consent page.
   * @param scope space-separated
   * @throws {RangeError} when the user does not exist, or a scope needs an approval that the application does not have
   */
  issueTokens(applicationId: Snowflake, userId: Snowflake, scope: string): TokenPayload {
    inputs.applicationId("applicationId", applicationId);
    const user = this.#knownUser("userId", userId);
    if (user.banned === true)
      throw new RangeError(
        `userId: user ${userId} is banned and has no tokens; control.unbanUser() ends the ban`,
      );
    text("scope", scope);
    const { world } = this.#parts;
    const unapproved = unapprovedScope(world.applications.get(applicationId), scope);
    if (unapproved !== undefined)
      throw new RangeError(
        `scope: application ${applicationId} is not approved for ${unapproved}; name it in approvedScopes of createApplication`,
      );
    return world.store.transaction(() => issueTokens(world, applicationId, userId, scope));
  }

  /** Revokes every token of a user for an application; its gateway sessions close with 4004. */
  revoke(applicationId: Snowflake, userId: Snowflake): void {
    inputs.id("applicationId", applicationId);
    inputs.id("userId", userId);
    this.#perform((world) => revokeGrant(world, applicationId, userId));
  }

  /**
   * Adds a network impairment; the first rule that matches a datagram applies to it.
   * @returns resolves when the rule is in effect
   * @throws {RangeError} when a probability is not 0 to 1 or a time is negative
   */
  async impair(rule: ImpairmentRule): Promise<void> {
    inputs.impairment(rule);
    checkImpairment(rule);
    this.#rules.push({ ...rule });
    await this.#sendRules();
  }

  /** Removes every impairment. @returns resolves when none is in effect */
  async clearImpairments(): Promise<void> {
    this.#rules = [];
    await this.#sendRules();
  }

  /**
   * Ends a user's voice sockets: with a close code, with a TCP reset (`"reset"`), or by freezing them open (`"halfopen"`).
   * @throws {RangeError} when a close frame cannot carry the code
   */
  closeVoice(userId: Snowflake, how: VoiceCut): void {
    inputs.id("userId", userId);
    inputs.cut("how", how);
    this.#parts.voice.cut(userId, how);
  }

  /**
   * Makes HTTP requests fail: the first matching rule with uses left decides. Pages outside the API and the gateways are not
   * affected.
   * @returns a live count of the rule's hits
   * @throws {RangeError} when the route does not exist or a number is out of range
   */
  failHttp(rule: HttpFaultRule): HttpFaultCount {
    members("rule", rule);
    return this.#parts.httpFaults.add(rule);
  }

  /** Removes every rule of {@link failHttp}; hanging requests keep hanging. */
  clearHttpFaults(): void {
    this.#parts.httpFaults.clear();
  }

  /**
   * Disables functions of the SDK, by their C++ names (`CreateOrJoinLobby`), for sessions of players that start from now on.
   * Replaces the previous list.
   * @throws {RangeError} when an element is not such a name
   */
  disableFunctions(names: readonly string[]): void {
    const checked = list("names", names, text);
    for (const name of checked)
      if (!/^[A-Z][A-Za-z0-9]*$/.test(name))
        throw new RangeError(`names: expected names like CreateOrJoinLobby, received ${name}`);
    this.#parts.hub.disabledFunctions = checked;
  }

  /** Ids of a user's main gateway sessions, oldest first. */
  gatewaySessions(userId: Snowflake): string[] {
    inputs.id("userId", userId);
    return this.#parts.hub.ofUser(userId).map(({ identity }) => identity.sessionId);
  }

  /**
   * Ends a user's main gateway sockets, or one of them; the sessions can resume.
   * @throws {RangeError} when a close frame cannot carry the code
   */
  closeGateway(userId: Snowflake, how: GatewayCut, sessionId?: string): void {
    inputs.cut("how", how);
    this.#parts.hub.cut(this.#sessions(userId, sessionId), how);
  }

  /** Sends op 7 to a user's clients, or to one of them. */
  gatewayReconnect(userId: Snowflake, sessionId?: string): void {
    this.#parts.hub.askToReconnect(this.#sessions(userId, sessionId));
  }

  /** Sends op 9 to a user's clients, or to one of them. @param isResumable false ends the sessions */
  gatewayInvalid(userId: Snowflake, isResumable: boolean, sessionId?: string): void {
    flag("isResumable", isResumable);
    this.#parts.hub.invalidate(this.#sessions(userId, sessionId), isResumable);
  }

  /** Drops the replay buffers of a user's gateway sessions, so that their next resume fails. */
  overflowGatewayReplay(userId: Snowflake): void {
    for (const session of this.#sessions(userId, undefined)) session.replay.overflow();
  }

  /**
   * Starts the desktop app of a user, which games reach over RPC on a local socket: the lowest of the ten that no program
   * answers on. A socket file of a program that has ended is removed.
   * @returns where it listens
   * @throws {RangeError} when the user does not exist, is a bot, or has a running app
   * @throws {StartError} RPC_SOCKET_UNUSABLE when the folder belongs to another user, is a link or open to others, or has no
   *   free socket
   */
  startDesktopApp(input: NewDesktopApp): Promise<DesktopAppAddress> {
    return this.#desktop.start(input);
  }

  /**
   * Quits the desktop app of a user: its games lose their connections, and what they showed ends.
   * @throws {RangeError} when the user has no running app
   */
  quitDesktopApp(userId: Snowflake): Promise<void> {
    return this.#desktop.quit(userId);
  }

  /**
   * Requests of games (AUTHORIZE) that wait for the user of a desktop app, oldest first.
   * @throws {RangeError} when the user has no running app
   */
  desktopAuthorizations(userId: Snowflake): DesktopAuthorization[] {
    return this.#desktop.app(userId).authorizations.list();
  }

  /**
   * Lets the user of a desktop app agree to a request of {@link desktopAuthorizations}, or refuse it.
   * @throws {RangeError} when the user has no running app, or nothing with this id waits
   */
  answerDesktopAuthorization(userId: Snowflake, id: string, isAccepted: boolean): void {
    this.#desktop.answer(userId, id, isAccepted);
  }

  /**
   * Lets the user of a desktop app click Join at what another user plays: the user's games of that application hear
   * ACTIVITY_JOIN with the secret of the party. When none listens, the app would launch the game: one that begins to listen
   * within a minute of the platform's clock hears it then.
   * @returns how many games heard it at once
   * @throws {RangeError} when the user has no running app, or the other user shows no party in the game that can be joined
   */
  clickJoin(userId: Snowflake, hostId: Snowflake, applicationId: Snowflake): number {
    return this.#desktop.clickJoin(userId, hostId, applicationId);
  }

  /**
   * Lets the user of a desktop app ask to link the account of a game, which hears AUTHORIZE_REQUEST.
   * @returns how many games heard it: those of the application that have subscribed to it
   * @throws {RangeError} when the user has no running app
   */
  clickLinkAccount(userId: Snowflake, applicationId: Snowflake): number {
    inputs.id("applicationId", applicationId);
    return this.#desktop.app(userId).linkAccount(applicationId);
  }

  /**
   * Requests of games to a user's desktop app (OPEN_MESSAGE, DEEP_LINK, SHARE_LINK), oldest first; the newest 100.
   * @throws {RangeError} when the user has no running app
   */
  desktopActions(userId: Snowflake): DesktopAction[] {
    return this.#desktop.app(userId).actions();
  }

  /** Sets the modes that op 2 offers, in this order, to voice sessions that start from now on. */
  setModes(modes: readonly string[]): void {
    this.#parts.voice.modes = list("modes", modes, text);
  }

  /** Sets the number of the first numbered message in voice sessions that start from now on. @param seq 1 to 65535 */
  setVoiceSeqStart(seq: number): void {
    this.#parts.voice.lastSeqAtStart = wholeNumber("seq", seq, 1, 0xffff) - 1;
  }

  /**
   * Withholds op 5 from all clients from now on, so that they must infer the owner of an SSRC (voice-transport 5.2).
   * @throws {ArgumentError} when `isWithheld` is not a boolean
   */
  withholdSpeaking(isWithheld: boolean): void {
    this.#parts.voice.withholdsSpeaking = flag("isWithheld", isWithheld);
  }

  /**
   * Whether media follows a client to the address of its newest authentic datagram (voice-transport 3.2); true until
   * set. When false, only op 1 sets the address, and the platform drops datagrams and pings from other addresses.
   * @returns when the media worker has applied it
   * @throws {ArgumentError} when `isLatching` is not a boolean
   */
  async setLatching(isLatching: boolean): Promise<void> {
    this.#parts.media.send({ type: "latch", isOn: flag("isLatching", isLatching) });
    await this.#parts.media.stats();
  }

  /** Sets the end-to-end encryption of voice sessions that start from now on. */
  setE2ee(mode: E2eeMode): void {
    this.#parts.voice.e2ee = oneOf("mode", mode, E2EE_MODES);
  }

  /** Counts of the delivery services of all calls since the start. */
  e2eeStats(): DaveCounters {
    return { ...this.#parts.voice.dave.counters };
  }

  /** Mutes or deafens a user in a call for all members. @param serverId guild or lobby */
  setServerFlags(serverId: Snowflake, userId: Snowflake, flags: { mute: boolean; deaf: boolean }): void {
    inputs.id("serverId", serverId);
    inputs.id("userId", userId);
    inputs.flags("flags", flags);
    const one = this.#parts.world.voice.get(serverId, userId);
    if (one !== undefined) this.#perform((world) => setServerFlags(world, one, flags));
  }

  /** Simulates the loss of a call's voice server: a null endpoint, then 4022. @param serverId guild or lobby */
  beginRegionMove(serverId: Snowflake): void {
    inputs.id("serverId", serverId);
    this.#perform((world) => beginRegionMove(world, serverId));
  }

  /** Assigns a new voice server: all members get a new token. @param serverId guild or lobby */
  finishRegionMove(serverId: Snowflake): void {
    inputs.id("serverId", serverId);
    this.#perform((world) => finishRegionMove(world, serverId, this.#parts.voiceEndpoint()));
  }

  /** Statistics of media since the start. */
  voiceStats(): Promise<VoiceStats> {
    return this.#parts.media.stats();
  }

  /** @throws {RangeError} when the user does not exist */
  #knownUser(name: string, userId: unknown): User {
    const user = this.#parts.world.users.get(inputs.userId(name, userId));
    if (user === undefined)
      throw new RangeError(
        `There is no user ${String(userId)}; control.createUser({ username }) creates one.`,
      );
    return user;
  }

  /** @throws {RangeError} when this user cannot show the guild's tag */
  #tagOf(guildId: Snowflake, userId: Snowflake): PrimaryGuild {
    const guild = this.#parts.world.guilds.get(guildId);
    if (guild === undefined) throw new RangeError(`There is no guild ${guildId}.`);
    if (!guild.memberIds.includes(userId))
      throw new RangeError(`guildId: expected a guild with user ${userId} as a member, received ${guildId}`);
    if (guild.tag === undefined)
      throw new RangeError(`guildId: expected a guild created with a tag, received ${guildId}`);
    return { guildId, tag: guild.tag.text, badge: guild.tag.badge };
  }

  #perform(rule: (world: World) => readonly Fact[]): void {
    const { world, publisher } = this.#parts;
    publisher.perform(() => rule(world));
  }

  /** @throws {RangeError} with the message of the fault */
  #settle(rule: (world: World) => Result<unknown>): void {
    const { world, publisher } = this.#parts;
    const reply = publisher.settle(() => rule(world));
    if (reply instanceof Fault) throw new RangeError(reply.message);
  }

  #sessions(userId: Snowflake, sessionId: string | undefined): GatewaySession[] {
    inputs.id("userId", userId);
    optional("sessionId", sessionId, text);
    const all = this.#parts.hub.ofUser(userId);
    return sessionId === undefined ? all : all.filter(({ identity }) => identity.sessionId === sessionId);
  }

  async #sendRules(): Promise<void> {
    this.#parts.media.send({ type: "impair", rules: this.#rules });
    await this.#parts.media.stats();
  }
}
