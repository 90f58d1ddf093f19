import { Scope, type Snowflake } from "sdkpp/wire";
import { NO_EVENT_WEBHOOKS, type EventWebhooks } from "../domain/records/oauth2/event-webhooks.js";
import { isPublicClient, type Application } from "../domain/records/oauth2/application.js";
import { queueEvent } from "../domain/rules/event-webhook/deliveries.js";
import type { Publisher } from "../domain/reactions/publisher.js";
import { queueOf } from "../domain/world/event-webhook/event-queues.js";
import { approvedFlags } from "../domain/world/application/privileges.js";
import { childrenOf } from "../domain/world/oauth2/families.js";
import { readAuthorizeQuery } from "../domain/rules/oauth2/authorize.js";
import { followInstallLink } from "../domain/rules/oauth2/install-link.js";
import { Fault } from "../domain/rules/outcome.js";
import { setParent } from "../domain/rules/oauth2/child-tokens.js";
import type { World } from "../domain/world/world.js";
import type { EventWebhooksRoom } from "../webhooks/room.js";
import type { DeliveryAttempt } from "../webhooks/delivery-log.js";
import * as inputs from "./inputs.js";
import { Registry } from "./registry.js";
import { retireSigningKey } from "../domain/rules/oauth2/signing-keys.js";

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
}

/** The part of a developer portal that manages existing applications. */
export class ControlApplications {
  readonly #parts: ControlApplicationsParts;

  constructor(parts: ControlApplicationsParts) {
    this.#parts = parts;
  }

  eventWebhooks(applicationId: Snowflake): EventWebhookState {
    const { eventWebhooks = NO_EVENT_WEBHOOKS } = this.#known(applicationId);
    const { waiting, dropped } = queueOf(this.#parts.world, applicationId);
    const attempts = this.#parts.webhooks.sender.log.of(applicationId);
    return { ...eventWebhooks, waiting, dropped, attempts };
  }

  async checkEventWebhook(applicationId: Snowflake): Promise<boolean> {
    const { eventWebhooks } = this.#known(applicationId);
    if (eventWebhooks?.url === undefined) return false;
    const problem = await this.#parts.webhooks.eventWebhookProblem(applicationId, eventWebhooks.url);
    if (problem === undefined) return true;
    const { status } = NO_EVENT_WEBHOOKS;
    this.#change(applicationId, (application) => ({
      ...application,
      eventWebhooks: { ...eventWebhooks, url: undefined, status, disabledReason: problem },
    }));
    return false;
  }

  enrollInQuest(applicationId: Snowflake): void {
    this.#known(applicationId);
    const { world, publisher } = this.#parts;
    publisher.perform(() => queueEvent(world, applicationId, { type: "QUEST_USER_ENROLLMENT" }));
  }

  approvePrivileges(applicationId: Snowflake): void {
    const privilegesApprovedAt = this.#parts.world.clock.now();
    this.#change(applicationId, (application) => ({
      ...application,
      flags: approvedFlags(application),
      privilegesApprovedAt,
    }));
  }

  setParent(applicationId: Snowflake, parentId: Snowflake | null): void {
    const { world, publisher } = this.#parts;
    const child = this.#known(applicationId);
    const parent = parentId === null ? undefined : this.#known(parentId, "parentId");
    const problem = parent && parentProblem(world, child, parent);
    if (problem !== undefined) throw new RangeError(`parentId: ${problem}`);
    publisher.perform(() => setParent(world, child, parent?.id));
  }

  setReachableUsers(applicationId: Snowflake, count: number | null): void {
    inputs.reach("count", count);
    this.#change(applicationId, (application) => ({ ...application, reachableUsers: count ?? undefined }));
  }

  /** @throws {RangeError} with what the authorize page would say */
  install(applicationId: Snowflake, home: InstallationHome): void {
    const { world, publisher } = this.#parts;
    const application = this.#known(applicationId);
    const { userId, guildId, permissions = 0n } = inputs.installationHome(home);
    const guild = guildId === undefined ? undefined : world.guilds.get(guildId);
    if (guildId !== undefined && guild === undefined) throw new RangeError(`There is no guild ${guildId}.`);
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

  rotateSigningKey(): void {
    const { world } = this.#parts;
    world.store.transaction(() => retireSigningKey(world));
  }

  #change(applicationId: Snowflake, change: (application: Application) => Application): void {
    const { id } = this.#known(applicationId);
    new Registry(this.#parts.world).changeApplication(id, change);
  }

  /** @throws {RangeError} when the application does not exist */
  #known(applicationId: Snowflake, argument = "applicationId"): Application {
    const application = this.#parts.world.applications.get(inputs.id(argument, applicationId));
    if (application === undefined) throw new RangeError(`There is no application ${applicationId}.`);
    return application;
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
