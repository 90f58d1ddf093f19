import { FolderShelf } from "../snapshots/folder-shelf.js";
import { unpackFiles } from "../snapshots/files.js";
import { headOfBeginning, packSnapshot, unpackSnapshot } from "../snapshots/format.js";
import { MemoryShelf, type SnapshotShelf } from "../snapshots/shelf.js";
import type { SnapshotParts } from "../control/groups/snapshots.js";
import { compileRules } from "../domain/world/auto-moderation/compiled-rules.js";
import { forgetMemory } from "../domain/world/world.js";
import type { GatewayHub } from "../gateway/hub.js";
import type { RpcRoom } from "../rpc/room.js";
import type { SnapshotContent } from "../snapshots/format.js";
import type { Foundation } from "./foundation.js";
import type { Outbound } from "./outbound.js";
import { seedsOfSnapshot, sweepFiles } from "./records.js";
import type { Voice } from "./voice.js";

/** The parts that hold something of the world in memory. */
export interface Doors {
  readonly hub: GatewayHub;
  readonly voice: Voice;
  readonly outbound: Outbound;
  readonly rpc: RpcRoom;
}

/** Takes, keeps and restores snapshots of this platform. */
export function snapshotParts(foundation: Foundation, doors: Doors): SnapshotParts {
  const { folder, world, files, clock, ids } = foundation;
  const shelf: SnapshotShelf =
    folder === undefined ? new MemoryShelf(headOfBeginning) : new FolderShelf(folder.snapshots);
  return {
    shelf,
    pack: () => packSnapshot(world.store.records(), { time: clock.now(), lastId: ids.last }, files),
    check: async (file) => void (await unpackSnapshot(file)),
    restore: async (file) => restore(foundation, doors, await unpackSnapshot(file)),
  };
}

/**
 * Replaces the world. Until its records are, in one transaction, a failure changes nothing; what follows only forgets what memory
 * has of the old ones, and happens before anybody is served again.
 */
async function restore(foundation: Foundation, doors: Doors, snapshot: SnapshotContent): Promise<void> {
  const { files, guards } = foundation;
  const { content, release } = await unpackFiles(snapshot.content, files);
  try {
    await replaceWorld(foundation, doors, { ...snapshot, content });
  } finally {
    release();
  }
  sweepFiles(files, guards.world);
}

async function replaceWorld(
  { world, publisher, clock, ids, folder, seeded, guards }: Foundation,
  { hub, voice, outbound, rpc }: Doors,
  { content, time, lastId }: SnapshotContent,
): Promise<void> {
  world.store.replaceAll(content);
  forgetMemory(world);
  hub.startOver();
  voice.gateway.startOver();
  ids.raise(lastId);
  clock.set(time);
  Object.assign(seeded, seedsOfSnapshot({ world, publisher }, folder, seeded.botToken));
  guards.world.isolate("rules of automatic moderation", () => compileRules(world));
  outbound.webhooks.sender.start();
  // both begin now: no game says another word to the old world
  await Promise.all([rpc.startOver(), voice.media.setClock(clock.reading)]);
}
