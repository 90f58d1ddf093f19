import type { Snowflake, TokenPayload } from "sdkpp/wire";
import type { AdjustableClock } from "../clock/adjustable-clock.js";
import type { DaveCounters } from "../dave/index.js";
import { removeIdentity, setIdentity } from "../domain/user/application-identity-rules.js";
import type { Application } from "../domain/application.js";
import { acceptAs } from "../domain/guild/guild-invite-rules.js";
import type { Guild } from "../domain/guild/guild.js";
import { issueTokens, revokeGrant } from "../domain/oauth2/oauth2.js";
import type { E2eeMode } from "../domain/voice/voice-e2ee.js";
import { Fault } from "../domain/outcome.js";
import { becomeFriends } from "../domain/relationship/relationship-rules.js";
import { PLATFORM } from "../domain/relationship/relationship.js";
import { renameUser } from "../domain/user/user-rules.js";
import type { Publisher } from "../domain/publisher.js";
import type { User } from "../domain/user/user.js";
import { beginRegionMove, finishRegionMove, setServerFlags } from "../domain/voice/voice-rules.js";
import type { World } from "../domain/world.js";
import type { GatewayCut, GatewayHub } from "../gateway/hub.js";
import type { GatewaySession } from "../gateway/session.js";
import type { HttpFaultCount, HttpFaultRule, HttpFaults } from "../http/http-faults.js";
import type { VoiceCut, VoiceGateway } from "../voice/gateway/voice-gateway.js";
import type { MediaWorker } from "../voice/sfu/media-worker.js";
import { checkImpairment } from "../voice/sfu/impairment.js";
import type { ImpairmentRule, VoiceStats } from "../voice/sfu/messages.js";
import { ControlClock } from "./control-clock.js";
import {
  Registry,
  type BotAccount,
  type NewApplication,
  type NewApplicationIdentity,
  type NewGuild,
  type NewUser,
} from "./registry.js";

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

/** For tests and developers: what no client may do. The production doors do not lead here. */
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

  /** Gives an application its bot, or its bot a new token. @throws {RangeError} for an unknown application */
  createBot(applicationId: Snowflake): BotAccount {
    return this.#registry.createBot(applicationId);
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
    const { world, publisher } = this.#parts;
    for (const id of [left, right])
      if (world.users.get(id) === undefined) throw new RangeError(`There is no user ${id}.`);
    const made = publisher.settle(becomeFriends(world, left, right, applicationId ?? PLATFORM));
    if (made instanceof Fault) throw new RangeError(made.message);
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
    const { world, publisher } = this.#parts;
    publisher.publish(
      setIdentity(world, this.#registry.applicationIdentity(applicationId, userId, identity)),
    );
  }

  /** Takes a user's identity in a game away; nothing happens when it has none. */
  removeApplicationIdentity(applicationId: Snowflake, userId: Snowflake): void {
    this.#parts.publisher.publish(removeIdentity(this.#parts.world, applicationId, userId));
  }

  /**
   * Accepts an invite into a guild as the user does in the platform's app, where no game's bot is asked for.
   * @throws {RangeError} for a user who does not exist, and an invite that is used, too old or another user's
   */
  acceptInvite(userId: Snowflake, code: string): void {
    const { world, publisher } = this.#parts;
    const user = world.users.get(userId);
    if (user === undefined) throw new RangeError(`There is no user ${userId}.`);
    const accepted = publisher.settle(acceptAs(world, user, code));
    if (accepted instanceof Fault) throw new RangeError(accepted.message);
  }

  /** Changes the name that others see. @throws {RangeError} for a user who does not exist */
  renameUser(userId: Snowflake, globalName: string | null): void {
    const { world, publisher } = this.#parts;
    if (world.users.get(userId) === undefined) throw new RangeError(`There is no user ${userId}.`);
    publisher.publish(renameUser(world, userId, globalName));
  }

  /** Tokens without the consent page. @param scope space-separated */
  issueTokens(applicationId: Snowflake, userId: Snowflake, scope: string): TokenPayload {
    return issueTokens(this.#parts.world, applicationId, userId, scope);
  }

  /** Kills every token of a user for an application; gateway sessions on them close with 4004. */
  revoke(applicationId: Snowflake, userId: Snowflake): void {
    this.#parts.publisher.publish([revokeGrant(this.#parts.world, applicationId, userId)]);
  }

  /**
   * Adds a bad network; the first rule that fits a datagram decides its fate.
   * @returns when it is in force
   * @throws {RangeError} for a chance that is not 0 to 1, or a negative time
   */
  async impair(rule: ImpairmentRule): Promise<void> {
    checkImpairment(rule);
    this.#rules.push(rule);
    await this.#sendRules();
  }

  /** Takes every impairment away. @returns when they are gone */
  async clearImpairments(): Promise<void> {
    this.#rules = [];
    await this.#sendRules();
  }

  /** Ends the user's voice sockets: with a close code, without a word, or so that nobody notices. */
  closeVoice(userId: Snowflake, how: VoiceCut): void {
    this.#parts.voice.cut(userId, how);
  }

  /**
   * Lets HTTP requests fail: the first rule that fits one and is not used up decides. The pages outside the API and the
   * gateways are spared.
   * @returns what the rule has done, live
   * @throws {RangeError} for a route that there is not, and for numbers out of range
   */
  failHttp(rule: HttpFaultRule): HttpFaultCount {
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
    for (const name of names)
      if (typeof name !== "string" || !/^[A-Z][A-Za-z0-9]*$/.test(name))
        throw new RangeError(`names: expected names like CreateOrJoinLobby, received ${String(name)}`);
    this.#parts.hub.disabledFunctions = [...names];
  }

  /** Ids of the user's main gateway sessions, the oldest first. */
  gatewaySessions(userId: Snowflake): string[] {
    return this.#parts.hub.ofUser(userId).map(({ identity }) => identity.sessionId);
  }

  /** Ends the user's main gateway sockets, or one of them; the sessions can be resumed. */
  closeGateway(userId: Snowflake, how: GatewayCut, sessionId?: string): void {
    this.#parts.hub.cut(this.#sessions(userId, sessionId), how);
  }

  /** Sends op 7 to the user's clients, or to one of them. */
  gatewayReconnect(userId: Snowflake, sessionId?: string): void {
    this.#parts.hub.askToReconnect(this.#sessions(userId, sessionId));
  }

  /** Sends op 9 to the user's clients, or to one of them. @param isResumable false ends the sessions */
  gatewayInvalid(userId: Snowflake, isResumable: boolean, sessionId?: string): void {
    this.#parts.hub.invalidate(this.#sessions(userId, sessionId), isResumable);
  }

  /** Forgets what the user's gateway sessions could replay: their next resume fails. */
  overflowGatewayReplay(userId: Snowflake): void {
    for (const session of this.#parts.hub.ofUser(userId)) session.replay.overflow();
  }

  /** What op 2 offers, in this order, to voice sessions that begin from now on. */
  setModes(modes: readonly string[]): void {
    this.#parts.voice.modes = [...modes];
  }

  /** The number of the first numbered message of voice sessions that begin from now on. @param seq 1 to 65535 */
  setVoiceSeqStart(seq: number): void {
    if (!Number.isInteger(seq) || seq < 1 || seq > 0xffff)
      throw new RangeError(`seq must be 1 to 65535, was ${seq}`);
    this.#parts.voice.lastSeqAtStart = seq - 1;
  }

  /** Whether voice sessions that begin from now on are encrypted end to end. */
  setE2ee(mode: E2eeMode): void {
    this.#parts.voice.e2ee = mode;
  }

  /** What the delivery services of all calls did since the start. */
  e2eeStats(): DaveCounters {
    return { ...this.#parts.voice.dave.counters };
  }

  /** Mutes or deafens a user in a call for everybody. @param serverId guild or lobby */
  setServerFlags(serverId: Snowflake, userId: Snowflake, flags: { mute: boolean; deaf: boolean }): void {
    const one = this.#parts.world.voice.get(serverId, userId);
    if (one !== undefined) this.#parts.publisher.publish(setServerFlags(this.#parts.world, one, flags));
  }

  /** The call's voice server is lost: a null endpoint, then 4022. @param serverId guild or lobby */
  beginRegionMove(serverId: Snowflake): void {
    this.#parts.publisher.publish(beginRegionMove(this.#parts.world, serverId));
  }

  /** A voice server was found again: everybody gets a new token. @param serverId guild or lobby */
  finishRegionMove(serverId: Snowflake): void {
    this.#parts.publisher.publish(finishRegionMove(this.#parts.world, serverId, this.#parts.voiceEndpoint()));
  }

  /** What happened to media since the start. */
  voiceStats(): Promise<VoiceStats> {
    return this.#parts.media.stats();
  }

  #sessions(userId: Snowflake, sessionId: string | undefined): GatewaySession[] {
    const all = this.#parts.hub.ofUser(userId);
    return sessionId === undefined ? all : all.filter(({ identity }) => identity.sessionId === sessionId);
  }

  async #sendRules(): Promise<void> {
    this.#parts.media.send({ type: "impair", rules: this.#rules });
    await this.#parts.media.stats();
  }
}
