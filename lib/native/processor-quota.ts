import path from "node:path";

/** The text of a file; undefined when it cannot be read. */
export type ReadText = (file: string) => string | undefined;

const ROOT = "/sys/fs/cgroup";

/**
 * How many processors the control group of this process may keep busy, as a container with `--cpus` has it: the least of its
 * group and of those around it, whole ones, at least 1. Undefined: no quota, or another system than Linux.
 */
export function processorsOfQuota(read: ReadText): number | undefined {
  const groups = (read("/proc/self/cgroup") ?? "").split("\n").map((line) => line.split(":"));
  const quotas = groups.flatMap(([, controllers = "", group = ""]) => {
    if (controllers === "") return foldersOf(ROOT, group).map((folder) => unified(read, folder));
    if (!controllers.split(",").includes("cpu")) return [];
    return foldersOf(path.posix.join(ROOT, controllers), group).map((folder) => separate(read, folder));
  });
  const least = Math.min(...quotas.flatMap((quota) => quota ?? []));
  return Number.isFinite(least) ? Math.max(Math.floor(least), 1) : undefined;
}

/** The folder of a group and of those around it. In a container the names of the outer ones do not exist, and the root is its own. */
function foldersOf(root: string, group: string): string[] {
  const parts = group.split("/").filter((part) => part !== "" && part !== "..");
  return [root, ...parts.map((_, at) => path.posix.join(root, ...parts.slice(0, at + 1)))];
}

/** Version 2: "<quota> <period>", or "max <period>". */
function unified(read: ReadText, folder: string): number | undefined {
  const [quota, period] = (read(`${folder}/cpu.max`) ?? "").trim().split(" ");
  return ratio(quota, period);
}

/** Version 1: a file each, and a quota of −1 for none. */
function separate(read: ReadText, folder: string): number | undefined {
  return ratio(read(`${folder}/cpu.cfs_quota_us`), read(`${folder}/cpu.cfs_period_us`));
}

function ratio(quota: string | undefined, period: string | undefined): number | undefined {
  const processors = Number.parseInt(quota ?? "", 10) / Number.parseInt(period ?? "", 10);
  return processors > 0 && Number.isFinite(processors) ? processors : undefined;
}
