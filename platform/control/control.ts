import type { Snowflake } from "sdkpp/wire";
import type { AdjustableClock } from "../clock/adjustable-clock.js";
import type { FileStore } from "../files/file-store.js";
import { ControlActivities } from "./groups/activities.js";
import { ControlApplications, type ControlApplicationsParts } from "./groups/applications.js";
import { ControlClock } from "./groups/clock.js";
import { ControlDesktop, type ControlDesktopParts } from "./groups/desktop.js";
import { ControlFaults, type ControlFaultsParts } from "./groups/faults.js";
import { ControlGateway } from "./groups/gateway.js";
import { ControlGuilds } from "./groups/guilds.js";
import { ControlInteractions } from "./groups/interactions.js";
import { ControlLobbies } from "./groups/lobbies.js";
import { ControlSeed } from "./groups/seed.js";
import { ControlShop } from "./groups/shop.js";
import { ControlSnapshots, type ControlSnapshotsParts } from "./groups/snapshots.js";
import { ControlTimeline, type ControlTimelineParts } from "./groups/timeline.js";
import { ControlTokens } from "./groups/tokens.js";
import { ControlUsers } from "./groups/users.js";
import { ControlVoice, type ControlVoiceParts } from "./groups/voice.js";
import { knownUser } from "./known.js";
import { UserActions } from "./user-actions.js";

export interface ControlParts
  extends
    ControlApplicationsParts,
    ControlDesktopParts,
    ControlFaultsParts,
    ControlSnapshotsParts,
    ControlTimelineParts,
    ControlVoiceParts {
  readonly clock: AdjustableClock;
  readonly files: FileStore;
}

/**
 * Operations for tests and developers that no client may do; the platform's servers cannot reach it. Every method checks its
 * arguments first and throws an error with the name of the argument, the expected and the received value (`ArgumentError`, a
 * TypeError, or `ArgumentRangeError`, a RangeError).
 */
export class Control {
  readonly activities: ControlActivities;
  readonly applications: ControlApplications;
  readonly clock: ControlClock;
  readonly desktop: ControlDesktop;
  readonly faults: ControlFaults;
  readonly gateway: ControlGateway;
  readonly guilds: ControlGuilds;
  readonly interactions: ControlInteractions;
  readonly lobbies: ControlLobbies;
  readonly seed: ControlSeed;
  readonly shop: ControlShop;
  readonly snapshots: ControlSnapshots;
  readonly timeline: ControlTimeline;
  readonly tokens: ControlTokens;
  readonly users: ControlUsers;
  readonly voice: ControlVoice;
  readonly #parts: ControlParts;

  /** @internal */
  constructor(parts: ControlParts) {
    this.#parts = parts;
    this.activities = new ControlActivities(parts);
    this.applications = new ControlApplications(parts);
    this.clock = new ControlClock(parts.clock, parts.media);
    this.desktop = new ControlDesktop(parts);
    this.faults = new ControlFaults(parts);
    this.gateway = new ControlGateway(parts);
    this.guilds = new ControlGuilds(parts);
    this.interactions = new ControlInteractions(parts);
    this.lobbies = new ControlLobbies(parts);
    this.seed = new ControlSeed(parts);
    this.shop = new ControlShop(parts);
    this.snapshots = new ControlSnapshots(parts);
    this.timeline = new ControlTimeline(parts);
    this.tokens = new ControlTokens(parts);
    this.users = new ControlUsers(parts);
    this.voice = new ControlVoice(parts);
  }

  /**
   * A user in the platform's own app: writes, reacts, types, joins servers, enters calls, like the people that a bot serves.
   * @throws {RangeError} when the user does not exist, or is a bot
   */
  as(userId: Snowflake): UserActions {
    const user = knownUser(this.#parts.world, "userId", userId);
    if (user.bot) throw new RangeError(`userId: user ${userId} is a bot, which acts with its token`);
    if (user.provisionalOf !== undefined)
      throw new RangeError(`userId: user ${userId} is a guest of a game and has no account for the app`);
    return new UserActions(this.#parts, userId);
  }
}
