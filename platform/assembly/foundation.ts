import type { SeedSource } from "../control/seeding/source.js";
import type { Seeded } from "../control/seed.js";
import { Publisher } from "../domain/reactions/publisher.js";
import { dropUnreadableAddresses } from "../domain/rules/event-webhook/unreadable-addresses.js";
import { compileRules } from "../domain/world/auto-moderation/compiled-rules.js";
import type { World } from "../domain/world/world.js";
import type { SnowflakeIds } from "../domain/world/snowflake-ids.js";
import type { FileStore } from "../files/file-store.js";
import type { DataFolder } from "../folder/data-folder.js";
import type { Settings } from "../settings.js";
import { Timeline } from "../timeline/timeline.js";
import type { Clocks } from "./clocks.js";
import type { Guards } from "./guards.js";
import { accountsOf, openFolder, greatestId, openSeeds, openWorld } from "./records.js";
import type { Running } from "./running.js";

/** The foundation that all parts of the platform share. */
export interface Foundation extends Clocks {
  readonly settings: Settings;
  readonly guards: Guards;
  readonly folder: DataFolder | undefined;
  readonly world: World;
  /** The bytes of messages' files. */
  readonly files: FileStore;
  readonly ids: SnowflakeIds;
  readonly publisher: Publisher;
  /** Hears what crosses the wire. */
  readonly timeline: Timeline;
  readonly seeded: Seeded;
  /** Accounts that options name, by id. */
  readonly accounts: Pick<Settings, "autoApprove" | "desktopApp">;
  /** Empty until the platform listens. */
  readonly addresses: { webBase: string; gateway: string };
}

/** @throws {StartError} when the data folder is unusable */
export function openFoundation(
  settings: Settings,
  seed: SeedSource | undefined,
  guards: Guards,
  clocks: Clocks,
  running: Running,
): Foundation {
  const addresses = { webBase: "", gateway: "" };
  const folder = openFolder(settings, running);
  const { world, ids, files } = openWorld(folder, clocks, guards.world, addresses, running);
  if (settings.asOf !== undefined && folder?.hadDatabase === true) ids.raise(greatestId(world.store));
  const publisher = new Publisher(world, (work) => guards.events.isolate("an event", work));
  const seeded = openSeeds({ world, publisher }, folder, seed);
  const accounts = accountsOf(world, settings);
  publisher.perform(() => {
    for (const line of dropUnreadableAddresses(world)) guards.webhooks.remark(line);
    return [];
  });
  compileRules(world);
  const timeline = startTimeline(clocks, guards, running);
  return {
    ...clocks,
    settings,
    guards,
    folder,
    world,
    files,
    ids,
    publisher,
    timeline,
    seeded,
    accounts,
    addresses,
  };
}

function startTimeline(clocks: Clocks, guards: Guards, running: Running): Timeline {
  const isolate = (work: () => void): void => guards.timeline.isolate("a record", work);
  return running.keep(new Timeline({ ...clocks, isolate }));
}
