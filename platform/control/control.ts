import type { Snowflake, TokenPayload } from "sdkpp/wire";
import type { AdjustableClock } from "../clock/adjustable-clock.js";
import type { DaveCounters } from "../dave/index.js";
import { removeIdentity, setIdentity } from "../domain/rules/user/application-identities.js";
import type { Application } from "../domain/records/oauth2/application.js";
import { acceptAs } from "../domain/rules/guild/invites.js";
import type { Guild } from "../domain/records/guild/guild.js";
import { issueTokens, revokeGrant } from "../domain/rules/oauth2/tokens.js";
import { E2EE_MODES, type E2eeMode } from "../domain/rules/voice/e2ee.js";
import type { Fact } from "../domain/rules/facts.js";
import { done, Fault, type Result } from "../domain/rules/outcome.js";
import { becomeFriends } from "../domain/rules/relationship/relationships.js";
import { PLATFORM } from "../domain/records/relationship/relationship.js";
import { banUser, unbanUser } from "../domain/rules/user/bans.js";
import { renameUser } from "../domain/rules/user/users.js";
import type { Publisher } from "../domain/reactions/publisher.js";
import type { User } from "../domain/records/user/user.js";
import { beginRegionMove, finishRegionMove, setServerFlags } from "../domain/rules/voice/calls.js";
import type { World } from "../domain/world/world.js";
import { flag, list, members, oneOf, optional, text, wholeNumber } from "../guard/arguments.js";
import type { GatewayCut, GatewayHub } from "../gateway/hub.js";
import type { GatewaySession } from "../gateway/session.js";
import type { HttpFaultCount, HttpFaultRule, HttpFaults } from "../http/http-faults.js";
import type { VoiceCut, VoiceGateway } from "../voice/gateway/voice-gateway.js";
import type { MediaWorker } from "../voice/sfu/media-worker.js";
import { checkImpairment } from "../voice/sfu/impairment.js";
import type { ImpairmentRule, VoiceStats } from "../voice/sfu/messages.js";
import { ControlClock } from "./control-clock.js";
import * as inputs from "./inputs.js";
import type { NewApplication, NewApplicationIdentity, NewGuild, NewUser } from "./new-records.js";
import { Registry, type BotAccount } from "./registry.js";

export interface ControlParts {
  readonly world: World;
  readonly clock: AdjustableClock;
  readonly publisher: Publisher;
  readonly hub: GatewayHub;
  readonly httpFaults: HttpFaults;
  readonly voice: VoiceGateway;
  readonly media: MediaWorker;
  readonly voiceEndpoint: () => string;
}

/**
 * For tests and developers: what no client may do. The production doors do not lead here. Every method looks at what it is
 * given first and throws an error that names the argument, what it must be and what came (`ArgumentError`, a TypeError, or
 * `ArgumentRangeError`, a RangeError).
 */
export class Control {
  readonly clock: ControlClock;
  readonly #parts: ControlParts;
  readonly #registry: Registry;
  #rules: ImpairmentRule[] = [];

  constructor(parts: ControlParts) {
    this.#parts = parts;
    this.clock = new ControlClock(parts.clock, parts.media);
    this.#registry = new Registry(parts.world);
  }

  createApplication(input: NewApplication): Application {
    return this.#registry.createApplication(input);
  }

  createUser(input: NewUser): User {
    return this.#registry.createUser(input);
  }

  /**
   * Gives an application its bot, or its bot a new token: sessions of the old one close with 4004.
   * @throws {RangeError} for an unknown application
   */
  createBot(applicationId: Snowflake): BotAccount {
    const { publisher } = this.#parts;
    return publisher.settle<BotAccount, never>(() => {
      const account = this.#registry.createBot(applicationId);
      const { userId } = account;
      return done(account, [{ kind: "grantRevoked", applicationId, userId, authSessions: [] }]);
    });
  }

  createGuild(input: NewGuild): Guild {
    return this.#registry.createGuild(input);
  }

  /**
   * Makes two users friends without a request, whatever there was between them.
   * @param applicationId of the game in which they become friends; platform friends unless given
   * @throws {RangeError} for a user who does not exist, or one who has as many friends as one may have
   */
  makeFriends(left: Snowflake, right: Snowflake, applicationId?: Snowflake): void {
    for (const [name, value] of Object.entries({ left, right })) this.#knownUser(name, value);
    const realm = optional("applicationId", applicationId, inputs.id) ?? PLATFORM;
    this.#settle((world) => becomeFriends(world, left, right, realm));
  }

  /**
   * Gives a user its identity in a game, in place of the one it had there, and tells who sees the user. Another user of
   * the game with the same external id loses it.
   * @throws {RangeError} for an application or a user that does not exist, and for texts that are too long
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

  /** Takes a user's identity in a game away; nothing happens when it has none. */
  removeApplicationIdentity(applicationId: Snowflake, userId: Snowflake): void {
    inputs.id("applicationId", applicationId);
    inputs.id("userId", userId);
    this.#perform((world) => removeIdentity(world, applicationId, userId));
  }

  /**
   * Accepts an invite into a guild as the user does in the platform's app, where no game's bot is asked for.
   * @throws {RangeError} for a user who does not exist, and an invite that is used, too old or another user's
   */
  acceptInvite(userId: Snowflake, code: string): void {
    const user = this.#knownUser("userId", userId);
    text("code", code);
    this.#settle((world) => acceptAs(world, user, code));
  }

  /** Changes the name that others see. @throws {RangeError} for a user who does not exist */
  renameUser(userId: Snowflake, globalName: string | null): void {
    this.#knownUser("userId", userId);
    inputs.nullableName("globalName", globalName);
    this.#perform((world) => renameUser(world, userId, globalName));
  }

  /**
   * Bans an account from the platform: its tokens die in every game, its gateway sessions close with 4004, and it cannot sign
   * in any more.
   * @throws {RangeError} for a user who does not exist
   */
  banUser(userId: Snowflake): void {
    this.#knownUser("userId", userId);
    this.#perform((world) => banUser(world, userId));
  }

  /** Lifts a ban; the account signs in anew. @throws {RangeError} for a user who does not exist */
  unbanUser(userId: Snowflake): void {
    this.#knownUser("userId", userId);
    unbanUser(this.#parts.world, userId);
  }

  /** Tokens without the consent page. @param scope space-separated */
  issueTokens(applicationId: Snowflake, userId: Snowflake, scope: string): TokenPayload {
    inputs.id("applicationId", applicationId);
    inputs.id("userId", userId);
    text("scope", scope);
    const { world } = this.#parts;
    return world.store.transaction(() => issueTokens(world, applicationId, userId, scope));
  }

  /** Kills every token of a user for an application; gateway sessions on them close with 4004. */
  revoke(applicationId: Snowflake, userId: Snowflake): void {
    inputs.id("applicationId", applicationId);
    inputs.id("userId", userId);
    this.#perform((world) => revokeGrant(world, applicationId, userId));
  }

  /**
   * Adds a bad network; the first rule that fits a datagram decides its fate.
   * @returns when it is in force
   * @throws {RangeError} for a chance that is not 0 to 1, or a negative time
   */
  async impair(rule: ImpairmentRule): Promise<void> {
    inputs.impairment(rule);
    checkImpairment(rule);
    this.#rules.push({ ...rule });
    await this.#sendRules();
  }

  /** Takes every impairment away. @returns when they are gone */
  async clearImpairments(): Promise<void> {
    this.#rules = [];
    await this.#sendRules();
  }

  /**
   * Ends the user's voice sockets: with a close code, without a word, or so that nobody notices.
   * @throws {RangeError} for a code that no close frame carries
   */
  closeVoice(userId: Snowflake, how: VoiceCut): void {
    inputs.id("userId", userId);
    inputs.cut("how", how);
    this.#parts.voice.cut(userId, how);
  }

  /**
   * Lets HTTP requests fail: the first rule that fits one and is not used up decides. The pages outside the API and the
   * gateways are spared.
   * @returns what the rule has done, live
   * @throws {RangeError} for a route that there is not, and for numbers out of range
   */
  failHttp(rule: HttpFaultRule): HttpFaultCount {
    members("rule", rule);
    return this.#parts.httpFaults.add(rule);
  }

  /** Takes every rule of {@link failHttp} away; what hangs goes on hanging. */
  clearHttpFaults(): void {
    this.#parts.httpFaults.clear();
  }

  /**
   * Switches functions of the SDK off, by their C++ names (`CreateOrJoinLobby`), for sessions of players that begin from
   * now on. Replaces what was switched off before.
   * @throws {RangeError} for anything but names
   */
  disableFunctions(names: readonly string[]): void {
    const checked = list("names", names, text);
    for (const name of checked)
      if (!/^[A-Z][A-Za-z0-9]*$/.test(name))
        throw new RangeError(`names: expected names like CreateOrJoinLobby, received ${name}`);
    this.#parts.hub.disabledFunctions = checked;
  }

  /** Ids of the user's main gateway sessions, the oldest first. */
  gatewaySessions(userId: Snowflake): string[] {
    inputs.id("userId", userId);
    return this.#parts.hub.ofUser(userId).map(({ identity }) => identity.sessionId);
  }

  /**
   * Ends the user's main gateway sockets, or one of them; the sessions can be resumed.
   * @throws {RangeError} for a code that no close frame carries
   */
  closeGateway(userId: Snowflake, how: GatewayCut, sessionId?: string): void {
    inputs.cut("how", how);
    this.#parts.hub.cut(this.#sessions(userId, sessionId), how);
  }

  /** Sends op 7 to the user's clients, or to one of them. */
  gatewayReconnect(userId: Snowflake, sessionId?: string): void {
    this.#parts.hub.askToReconnect(this.#sessions(userId, sessionId));
  }

  /** Sends op 9 to the user's clients, or to one of them. @param isResumable false ends the sessions */
  gatewayInvalid(userId: Snowflake, isResumable: boolean, sessionId?: string): void {
    flag("isResumable", isResumable);
    this.#parts.hub.invalidate(this.#sessions(userId, sessionId), isResumable);
  }

  /** Forgets what the user's gateway sessions could replay: their next resume fails. */
  overflowGatewayReplay(userId: Snowflake): void {
    for (const session of this.#sessions(userId, undefined)) session.replay.overflow();
  }

  /** What op 2 offers, in this order, to voice sessions that begin from now on. */
  setModes(modes: readonly string[]): void {
    this.#parts.voice.modes = list("modes", modes, text);
  }

  /** The number of the first numbered message of voice sessions that begin from now on. @param seq 1 to 65535 */
  setVoiceSeqStart(seq: number): void {
    this.#parts.voice.lastSeqAtStart = wholeNumber("seq", seq, 1, 0xffff) - 1;
  }

  /**
   * Keeps op 5 of others from all clients from now on, so that they have to find out to whom an SSRC belongs
   * (voice-transport 5.2).
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

  /** Whether voice sessions that begin from now on are encrypted end to end. */
  setE2ee(mode: E2eeMode): void {
    this.#parts.voice.e2ee = oneOf("mode", mode, E2EE_MODES);
  }

  /** What the delivery services of all calls did since the start. */
  e2eeStats(): DaveCounters {
    return { ...this.#parts.voice.dave.counters };
  }

  /** Mutes or deafens a user in a call for everybody. @param serverId guild or lobby */
  setServerFlags(serverId: Snowflake, userId: Snowflake, flags: { mute: boolean; deaf: boolean }): void {
    inputs.id("serverId", serverId);
    inputs.id("userId", userId);
    inputs.flags("flags", flags);
    const one = this.#parts.world.voice.get(serverId, userId);
    if (one !== undefined) this.#perform((world) => setServerFlags(world, one, flags));
  }

  /** The call's voice server is lost: a null endpoint, then 4022. @param serverId guild or lobby */
  beginRegionMove(serverId: Snowflake): void {
    inputs.id("serverId", serverId);
    this.#perform((world) => beginRegionMove(world, serverId));
  }

  /** A voice server was found again: everybody gets a new token. @param serverId guild or lobby */
  finishRegionMove(serverId: Snowflake): void {
    inputs.id("serverId", serverId);
    this.#perform((world) => finishRegionMove(world, serverId, this.#parts.voiceEndpoint()));
  }

  /** What happened to media since the start. */
  voiceStats(): Promise<VoiceStats> {
    return this.#parts.media.stats();
  }

  /** @throws {RangeError} for one that does not exist */
  #knownUser(name: string, userId: unknown): User {
    const user = this.#parts.world.users.get(inputs.id(name, userId));
    if (user === undefined) throw new RangeError(`There is no user ${String(userId)}.`);
    return user;
  }

  #perform(rule: (world: World) => readonly Fact[]): void {
    const { world, publisher } = this.#parts;
    publisher.perform(() => rule(world));
  }

  /** @throws {RangeError} with the words of the refusal */
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
