import type { Snowflake } from "sdkpp/wire";
import type { ActivityInstance } from "../domain/records/activity/activity-instance.js";
import type { UrlMapping } from "../domain/records/activity/url-mapping.js";
import { ApplicationFlag } from "../domain/records/oauth2/application.js";
import type { Publisher } from "../domain/reactions/publisher.js";
import { launchActivity, leaveActivity, type Launch } from "../domain/rules/activity/activities.js";
import { createDefaultEntryPoint } from "../domain/rules/command/commands.js";
import { Fault, type Result } from "../domain/rules/outcome.js";
import { endInstances } from "../domain/world/activity/activity-instances.js";
import type { World } from "../domain/world/world.js";
import { members, text } from "../guard/arguments.js";
import * as inputs from "./inputs.js";
import { Registry } from "./registry.js";

export interface ControlActivitiesParts {
  readonly world: World;
  readonly publisher: Publisher;
}

/** The activity part of a developer portal, and the users' frames that show activities. */
export class ControlActivities {
  readonly #parts: ControlActivitiesParts;

  constructor(parts: ControlActivitiesParts) {
    this.#parts = parts;
  }

  setUrlMappings(applicationId: Snowflake, mappings: readonly UrlMapping[] | null): void {
    const { world } = this.#parts;
    const before = world.applications.get(inputs.applicationId("applicationId", applicationId));
    if (before === undefined) throw new RangeError(`There is no application ${applicationId}.`);
    const urlMappings = mappings === null ? [] : inputs.urlMappings("mappings", mappings);
    const flags =
      mappings === null ? before.flags & ~ApplicationFlag.Embedded : before.flags | ApplicationFlag.Embedded;
    world.store.transaction(() => {
      const registry = new Registry(world);
      const after = registry.changeApplication(before.id, (one) => ({ ...one, flags, urlMappings }));
      createDefaultEntryPoint(world, after);
      if (mappings === null) endInstances(world, "application", applicationId);
    });
  }

  launchActivity(input: Launch): ActivityInstance {
    const given = members("input", input);
    const launch = {
      applicationId: inputs.applicationId("applicationId", given["applicationId"]),
      userId: inputs.userId("userId", given["userId"]),
      channelId: inputs.id("channelId", given["channelId"]),
    };
    return this.#settle((world) => launchActivity(world, launch));
  }

  leaveActivity(instanceId: string, userId: Snowflake): void {
    text("instanceId", instanceId);
    inputs.userId("userId", userId);
    this.#settle((world) => leaveActivity(world, instanceId, userId));
  }

  /** @throws {RangeError} with the message of the fault */
  #settle<T>(rule: (world: World) => Result<T>): T {
    const { world, publisher } = this.#parts;
    const reply = publisher.settle(() => rule(world));
    if (reply instanceof Fault) throw new RangeError(reply.message);
    return reply;
  }
}
