import { Scope, type Snowflake } from "sdkpp/wire";
import {
  EVENT_WEBHOOK_TYPES,
  EventWebhookStatus,
  NO_EVENT_WEBHOOKS,
  type EventWebhooks,
  type EventWebhookType,
} from "../../domain/records/oauth2/event-webhooks.js";
import { isPublicClient, type Application } from "../../domain/records/oauth2/application.js";
import { queueEvent } from "../../domain/rules/event-webhook/deliveries.js";
import type { Publisher } from "../../domain/reactions/publisher.js";
import { queueOf } from "../../domain/world/event-webhook/event-queues.js";
import { approvedFlags } from "../../domain/world/application/privileges.js";
import { childrenOf } from "../../domain/world/oauth2/families.js";
import { readAuthorizeQuery } from "../../domain/rules/oauth2/authorize.js";
import { followInstallLink } from "../../domain/rules/oauth2/install-link.js";
import { done, Fault } from "../../domain/rules/outcome.js";
import { setParent } from "../../domain/rules/oauth2/child-tokens.js";
import type { World } from "../../domain/world/world.js";
import { list, oneOf, text } from "../../guard/arguments.js";
import type { GatewayHub } from "../../gateway/hub.js";
import type { OidcIssuers } from "../../openid/external-identities.js";
import type { EventWebhooksRoom } from "../../webhooks/room.js";
import type { DeliveryAttempt } from "../../webhooks/delivery-log.js";
import { ownData } from "../event-shapes/own-data.js";
import { WEBHOOK_EVENT_SHAPES } from "../event-shapes/webhook-events.js";
import * as inputs from "../inputs.js";
import { knownApplication, knownGuild } from "../known.js";
import type { NewApplication } from "../new-records.js";
import { Registry, type BotAccount } from "../registry.js";
import { retireSigningKey } from "../../domain/rules/oauth2/signing-keys.js";

/** The owner of an installation: an account, or a server. */
export type InstallationHome =
  | { readonly userId: Snowflake; readonly guildId?: undefined }
  | {
      readonly guildId: Snowflake;
      readonly userId?: undefined;
      /** Permissions of its bot, bits of `Permission`; default only those of everybody. */
      readonly permissions?: bigint;
    };

/** The state of an application's event webhooks. */
export interface EventWebhookState extends EventWebhooks {
  /** Events that wait for an acknowledgement. */
  readonly waiting: number;
  /** Events that were dropped because too many waited. */
  readonly dropped: number;
  /** The newest 100 attempts since the platform started, oldest first. */
  readonly attempts: readonly DeliveryAttempt[];
}

export interface ControlApplicationsParts {
  readonly world: World;
  readonly publisher: Publisher;
  readonly webhooks: EventWebhooksRoom;
  readonly hub: GatewayHub;
  readonly issuers: Pick<OidcIssuers, "problemOf">;
  /** Remembers the token of a bot where the platform keeps one. */
  readonly keepBotToken: (applicationId: Snowflake, token: string) => void;
}

/** A developer portal: applications, their bots, and what the platform knows about them. */
export class ControlApplications {
  readonly #parts: ControlApplicationsParts;

  /** @internal */
  constructor(parts: ControlApplicationsParts) {
    this.#parts = parts;
  }

  /** Creates an application. @throws {RangeError} when applications may not use the OpenID Connect issuer, with the rule */
  create(input: NewApplication): Application {
    inputs.newApplication(input);
    const problem = input.oidc && this.#parts.issuers.problemOf(input.oidc.issuer);
    if (problem !== undefined)
      throw new RangeError(`oidc.issuer: ${problem}, received ${String(input.oidc?.issuer)}`);
    return new Registry(this.#parts.world).createApplication(input);
  }

  /** All applications, oldest first. */
  list(): Application[] {
    return this.#parts.world.applications.all();
  }

  /** An application. @throws {RangeError} when it does not exist */
  get(applicationId: Snowflake): Application {
    return this.#known(applicationId);
  }

  /**
   * Creates the bot of an application, or gives the existing bot a new token. Sessions with the old token close with 4004.
   * An application has one bot: a second bot needs an application of its own, and `control.guilds.join` to be in a guild.
   * @throws {RangeError} when the application does not exist
   */
  createBot(applicationId: Snowflake): BotAccount {
    const { publisher, keepBotToken } = this.#parts;
    const created = publisher.settle<BotAccount, never>(() => {
      const account = new Registry(this.#parts.world).createBot(applicationId);
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
    const { eventWebhooks = NO_EVENT_WEBHOOKS } = this.#known(applicationId);
    const { waiting, dropped } = queueOf(this.#parts.world, applicationId);
    const attempts = this.#parts.webhooks.sender.log.of(applicationId);
    return { ...eventWebhooks, waiting, dropped, attempts };
  }

  /**
   * Checks the address for event webhooks again, as when it is set: one that accepts a wrong signature, or does not acknowledge a
   * PING, is removed. By itself the platform sends a wrong signature every 6 to 24 hours of its clock.
   * @returns whether the address remains; false also without one
   * @throws {RangeError} when the application does not exist
   */
  async checkEventWebhook(applicationId: Snowflake): Promise<boolean> {
    const { eventWebhooks } = this.#known(applicationId);
    if (eventWebhooks?.url === undefined) return false;
    const problem = await this.#parts.webhooks.eventWebhookProblem(applicationId, eventWebhooks.url);
    if (problem === undefined) return true;
    this.#parts.webhooks.rechecks.remove(applicationId, eventWebhooks.url, problem);
    return false;
  }

  /**
   * Sends QUEST_USER_ENROLLMENT to an application that has subscribed to it; nothing else causes this event.
   * @throws {RangeError} when the application does not exist
   */
  enrollInQuest(applicationId: Snowflake): void {
    this.#known(applicationId);
    const { world, publisher } = this.#parts;
    publisher.perform(() => queueEvent(world, applicationId, { type: "QUEST_USER_ENROLLMENT" }));
  }

  /**
   * Sends an event with data of your own to an application over HTTP, as if something had happened: signed, and again until the
   * application acknowledges it. `eventWebhooks` has the attempts.
   * @param event such as `ENTITLEMENT_CREATE`
   * @param data has the members that receivers rely on; others are sent as they are. QUEST_USER_ENROLLMENT has none
   * @throws {RangeError} when the application does not exist or has not subscribed to the event, 1,000 events wait for it, or a member
   *   of the data is missing or wrong
   */
  sendEvent(applicationId: Snowflake, event: EventWebhookType, data?: object): void {
    const application = this.#known(applicationId);
    const type = oneOf("event", event, EVENT_WEBHOOK_TYPES);
    const own = ownData("data", data, WEBHOOK_EVENT_SHAPES[type]) as object | undefined;
    const { world, publisher } = this.#parts;
    const facts = publisher.commit(() => queueEvent(world, applicationId, { type, data: own }));
    if (facts.length === 0) throw notQueued(application, type);
    publisher.publish(facts);
  }

  /**
   * Gives an application full access: the limits of development, such as 100 messages in lobbies in two hours, end.
   * @throws {RangeError} when the application does not exist
   */
  approve(applicationId: Snowflake): void {
    this.#change(applicationId, (application) => ({ ...application, isApproved: true }));
  }

  /**
   * Approves the privileges of an application, or renews their approval. An application that reaches 10,000 users needs one
   * every year, and has none until this is called.
   * @throws {RangeError} when the application does not exist
   */
  approvePrivileges(applicationId: Snowflake): void {
    const privilegesApprovedAt = this.#parts.world.clock.now();
    this.#change(applicationId, (application) => ({
      ...application,
      flags: approvedFlags(application),
      privilegesApprovedAt,
    }));
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
    const { world, publisher } = this.#parts;
    const child = this.#known(applicationId);
    const parent = parentId === null ? undefined : this.#known(parentId, "parentId");
    const problem = parent && parentProblem(world, child, parent);
    if (problem !== undefined) throw new RangeError(`parentId: ${problem}`);
    publisher.perform(() => setParent(world, child, parent?.id));
  }

  /**
   * Sets how many users an application reaches.
   * @param count null: as many as are in the servers of its bot, which is the default
   * @throws {RangeError} when the application does not exist
   */
  setReachableUsers(applicationId: Snowflake, count: number | null): void {
    inputs.reach("count", count);
    this.#change(applicationId, (application) => ({ ...application, reachableUsers: count ?? undefined }));
  }

  /**
   * Installs an application, as a user does who opens its installation link: in an account, or in a server as its owner, where its
   * bot becomes a member, or gets the permissions that it asks for now. Commands can be used where their application is installed.
   * @throws {RangeError} when the application, user or guild does not exist, or the application cannot be installed there
   */
  install(applicationId: Snowflake, home: InstallationHome): void {
    const { world, publisher } = this.#parts;
    const application = this.#known(applicationId);
    const { userId, guildId, permissions = 0n } = inputs.installationHome(home);
    const guild = guildId === undefined ? undefined : knownGuild(world, guildId);
    const user = world.users.get(guild?.ownerId ?? userId ?? "");
    if (user === undefined) throw new RangeError(`There is no user ${userId ?? guild?.ownerId ?? ""}.`);
    const withBot = guild !== undefined && application.botUserId !== undefined;
    const query = {
      client_id: applicationId,
      scope: withBot ? `${Scope.Bot} ${Scope.ApplicationsCommands}` : Scope.ApplicationsCommands,
      integration_type: guild === undefined ? "1" : "0",
      permissions: String(permissions),
      ...(guildId === undefined ? {} : { guild_id: guildId }),
    };
    const answer = readAuthorizeQuery(world, query, "");
    if (answer.kind !== "install")
      throw new RangeError(`home: ${answer.kind === "reject" ? answer.message : "cannot be installed"}`);
    const installed = publisher.settle(() => followInstallLink(world, answer.link, user));
    if (installed instanceof Fault) throw new RangeError(`home: ${installed.message}`);
  }

  /**
   * Lets another key sign ID tokens from now on. The old key stays published for an hour of the platform's clock, as long as its
   * tokens can be valid.
   */
  rotateSigningKey(): void {
    const { world } = this.#parts;
    world.store.transaction(() => retireSigningKey(world));
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

  #change(applicationId: Snowflake, change: (application: Application) => Application): void {
    const { id } = this.#known(applicationId);
    new Registry(this.#parts.world).changeApplication(id, change);
  }

  #known(applicationId: Snowflake, argument = "applicationId"): Application {
    return knownApplication(this.#parts.world, argument, applicationId);
  }
}

/** Why an application cannot be the parent of another; undefined when it can. */
function parentProblem(world: World, child: Application, parent: Application): string | undefined {
  if (child.id === parent.id) return "an application cannot be its own parent";
  if (parent.parentId !== undefined) return `application ${parent.id} has a parent itself`;
  if (childrenOf(world, child.id).length > 0) return `application ${child.id} has children itself`;
  if (isPublicClient(child) !== isPublicClient(parent)) return "both must be public, or neither";
  return undefined;
}

function notQueued(
  { id, eventWebhooks = NO_EVENT_WEBHOOKS }: Application,
  type: EventWebhookType,
): RangeError {
  const { status, types } = eventWebhooks;
  const isSubscribed = status === EventWebhookStatus.Enabled && types.includes(type);
  return new RangeError(
    isSubscribed
      ? `Application ${id} has not acknowledged the events that wait for it, of which there are as many as may wait.`
      : `Application ${id} has not subscribed to ${type}: PATCH /applications/@me takes event_webhooks_url, event_webhooks_types and event_webhooks_status 2.`,
  );
}
