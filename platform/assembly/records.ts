import { parseSnowflake } from "sdkpp/wire";
import { accountId } from "../control/account.js";
import { isSeeded, isSeededBotToken, seed, type Seeded } from "../control/seed.js";
import type { SeedSource } from "../control/seeding/source.js";
import type { RuleParts } from "../control/settling.js";
import { SEARCHED_MESSAGES } from "../domain/records/message/message-terms.js";
import { FILES } from "../domain/records/message/file-content.js";
import { makeWorld, type World } from "../domain/world/world.js";
import { SignedFileLinks } from "../file-links.js";
import { FileStore } from "../files/file-store.js";
import { FolderPlace } from "../files/folder-place.js";
import { MemoryPlace } from "../files/memory-place.js";
import { DataFolder } from "../folder/data-folder.js";
import { optional } from "../guard/arguments.js";
import type { Guard } from "../guard/guard.js";
import { StartError } from "../guard/start-error.js";
import type { Settings } from "../settings.js";
import { DatabaseCheck } from "../store/database-check.js";
import { databaseError } from "../store/database-errors.js";
import { openSqliteStore } from "../store/sqlite-store.js";
import type { Store } from "../store/store.js";
import type { SnowflakeIds } from "../domain/world/snowflake-ids.js";
import { randomBytes, systemPorts } from "../system-ports.js";
import type { Clocks } from "./clocks.js";
import type { Running } from "./running.js";

const IN_MEMORY = ":memory:";

/** @throws {StartError} when the folder is unusable */
export function openFolder({ dataDir }: Settings, running: Running): DataFolder | undefined {
  if (dataDir === undefined) return undefined;
  const folder = DataFolder.open(dataDir);
  running.add(() => folder.close());
  folder.checkCompanions();
  return folder;
}

/** The records, and the bytes of files that they name. */
interface Opened {
  readonly world: World;
  readonly ids: SnowflakeIds;
  readonly files: FileStore;
}

/** @throws {StartError} when the database or the folder of files is unusable */
export function openWorld(
  folder: DataFolder | undefined,
  { clock, machineClock }: Clocks,
  guard: Guard,
  site: { readonly webBase: string },
  running: Running,
): Opened {
  const file = folder?.databaseFile ?? IN_MEMORY;
  const place = folder === undefined ? new MemoryPlace() : FolderPlace.open(folder.files);
  const remark = (line: string): void => guard.remark(line);
  const isTrusted = folder?.endedCleanly === true;
  const moveOut = (bytes: Uint8Array) => (place instanceof FolderPlace ? place.writeNow(bytes) : undefined);
  const store = openSqliteStore(file, { searched: SEARCHED_MESSAGES, isTrusted, remark, moveOut });
  running.add(() => {
    store.close();
    if (folder?.isDamaged === false) folder.endCleanly();
  });
  // A timer that fires while the last parts stop would find the store closed.
  for (const one of [clock, machineClock]) running.keep(one);
  fromDatabase(file, () => linkKey(store));
  const fileLinks = new SignedFileLinks(() => linkKey(store), clock, site);
  const isNamed = (hash: string): boolean => store.countUpTo(FILES, "hash", hash, { limit: 1 }) > 0;
  const files = running.keep(new FileStore({ place, isNamed, guard }));
  const ports = systemPorts(clock, remark);
  return { world: makeWorld(store, { ...ports, fileLinks, contents: files }), ids: ports.ids, files };
}

/** A database that nothing can have damaged is looked at while the platform listens: that takes a second for a million messages. */
export function checkLater(folder: DataFolder | undefined, guard: Guard, running: Running): void {
  if (folder?.endedCleanly !== true) return;
  running.keep(new DatabaseCheck(folder.databaseFile, guard, () => void (folder.isDamaged = true)));
}

/** Files without a record are swept while the platform listens: there may be many to look at. */
export function sweepFiles(files: FileStore, guard: Guard): void {
  guard.start("the sweep of files", files.sweep());
}

/** The bot's token is in a separate file: the database holds only its hash. @throws {StartError} */
export function openSeeds(
  parts: RuleParts,
  folder: DataFolder | undefined,
  source: SeedSource | undefined,
): Seeded {
  const { world } = parts;
  if (folder === undefined) return seed(parts, undefined, source);
  const kept = folder.readBotToken();
  const seeded = fromDatabase(folder.databaseFile, () => {
    const isKnown = kept !== undefined && isSeededBotToken(world, kept);
    folder.checkBotToken(kept, isSeeded(world), isKnown);
    return seed(parts, kept, source);
  });
  if (seeded.botToken !== "" && seeded.botToken !== kept) folder.keepBotToken(seeded.botToken);
  return seeded;
}

/** The first records of a snapshot. Their bot keeps its token where it is that of this platform, and gets a new one elsewhere. */
export function seedsOfSnapshot(parts: RuleParts, folder: DataFolder | undefined, botToken: string): Seeded {
  const kept = [botToken, folder?.readBotToken()].find(
    (one) => one !== undefined && isSeededBotToken(parts.world, one),
  );
  const seeded = seed(parts, kept, undefined);
  if (folder !== undefined && seeded.botToken !== "" && folder.readBotToken() !== seeded.botToken)
    folder.keepBotToken(seeded.botToken);
  return seeded;
}

/** Accounts that options name, by id or by user name. @throws {ArgumentRangeError} when there is no such user */
export function accountsOf(
  world: World,
  { autoApprove, desktopApp }: Settings,
): Pick<Settings, "autoApprove" | "desktopApp"> {
  const idOf = (name: string, value: unknown) => accountId(world, name, value);
  return {
    autoApprove: optional("autoApprove", autoApprove, idOf),
    desktopApp: desktopApp && { ...desktopApp, userId: idOf("desktopApp.userId", desktopApp.userId) },
  };
}

/** The greatest id in use: a platform that begins on an earlier date must not give it again. */
export function greatestId(store: Store): bigint {
  let greatest = 0n;
  for (const { collection, id, body } of store.records()) {
    // Channels and roles are in the record of their server.
    const inner = collection === "guild" ? [...body.matchAll(/"id":"(\d+)"/g)].map(([, one]) => one) : [];
    for (const one of [id, ...inner]) {
      const snowflake = parseSnowflake(one);
      if (snowflake !== undefined && snowflake > greatest) greatest = snowflake;
    }
  }
  return greatest;
}

/** Kept, so that addresses of files are valid after a restart. */
function linkKey(store: Store): Uint8Array {
  const kept = store.get("secret", "file-links") as { readonly key: string } | undefined;
  const key = kept?.key ?? randomBytes(32).toString("hex");
  if (kept === undefined) store.put("secret", "file-links", { key }, {});
  return Buffer.from(key, "hex");
}

/** @throws {StartError} when records cannot be read or written */
function fromDatabase<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof StartError || error instanceof RangeError ? error : databaseError(file, error);
  }
}
