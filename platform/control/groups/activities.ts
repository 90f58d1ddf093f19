import type { Snowflake } from "sdkpp/wire";
import type { ActivityInstance } from "../../domain/records/activity/activity-instance.js";
import type { UrlMapping } from "../../domain/records/activity/url-mapping.js";
import { ApplicationFlag } from "../../domain/records/oauth2/application.js";
import { launchActivity, leaveActivity, type Launch } from "../../domain/rules/activity/activities.js";
import { createDefaultEntryPoint } from "../../domain/rules/command/commands.js";
import { endInstances } from "../../domain/world/activity/activity-instances.js";
import { members, text } from "../../guard/arguments.js";
import * as inputs from "../inputs.js";
import { knownApplication } from "../known.js";
import { Registry } from "../registry.js";
import { settle, type RuleParts } from "../settling.js";

/** The activity part of a developer portal, and the users' frames that show activities. */
export class ControlActivities {
  readonly #parts: RuleParts;

  /** @internal */
  constructor(parts: RuleParts) {
    this.#parts = parts;
  }

  /**
   * Enables the activities of an application, which sets its flag EMBEDDED, with the addresses that they reach through the
   * proxy. The most specific prefix decides, whatever the order.
   * @param mappings at most 100; null: disables activities, and ends those that run
   * @throws {RangeError} when the application does not exist, a prefix is there twice, or a mapping is invalid, with the reason
   */
  setUrlMappings(applicationId: Snowflake, mappings: readonly UrlMapping[] | null): void {
    const { world } = this.#parts;
    const before = knownApplication(world, "applicationId", applicationId);
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

  /**
   * Opens an activity in a channel, a thread or a conversation as a user of the platform's app does: the user joins the
   * instance that runs there, or starts one, and leaves the application's instance elsewhere.
   * @throws {RangeError} when something does not exist, the application has no activities or no room for another participant,
   *   or the user may not open activities there
   */
  launch(input: Launch): ActivityInstance {
    const given = members("input", input);
    const launch = {
      applicationId: inputs.applicationId("applicationId", given["applicationId"]),
      userId: inputs.userId("userId", given["userId"]),
      channelId: inputs.id("channelId", given["channelId"]),
    };
    return settle(this.#parts, (world) => launchActivity(world, launch));
  }

  /**
   * Closes an activity as a user of the platform's app does; the instance ends with its last user. Has no effect for a user who
   * does not take part.
   * @throws {RangeError} when there is no such instance, or no longer
   */
  leave(instanceId: string, userId: Snowflake): void {
    text("instanceId", instanceId);
    inputs.userId("userId", userId);
    settle(this.#parts, (world) => leaveActivity(world, instanceId, userId));
  }
}
