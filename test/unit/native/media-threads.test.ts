import os from "node:os";
import { afterEach, describe, expect, it, vi } from "vitest";
import { mediaThreadsOf } from "../../../lib/native/index.js";
import { processorsOfQuota } from "../../../lib/native/processor-quota.js";

/** What the system's files say; others cannot be read. */
function quotaOf(files: Record<string, string>): number | undefined {
  return processorsOfQuota((file) => files[file]);
}

describe("the processors of a control group", () => {
  it("are what the quota of version 2 allows", () => {
    expect(quotaOf({ "/proc/self/cgroup": "0::/\n", "/sys/fs/cgroup/cpu.max": "350000 100000\n" })).toBe(3);
  });

  it("are what the quota of version 1 allows", () => {
    const folder = "/sys/fs/cgroup/cpu,cpuacct/docker/a1";
    const files = {
      "/proc/self/cgroup": "12:pids:/docker/a1\n4:cpu,cpuacct:/docker/a1\n",
      [`${folder}/cpu.cfs_quota_us`]: "200000\n",
      [`${folder}/cpu.cfs_period_us`]: "100000\n",
    };
    expect(quotaOf(files)).toBe(2);
  });

  it("are those of the narrowest group around the process", () => {
    const files = {
      "/proc/self/cgroup": "0::/a/b\n",
      "/sys/fs/cgroup/a/cpu.max": "200000 100000",
      "/sys/fs/cgroup/a/b/cpu.max": "400000 100000",
    };
    expect(quotaOf(files)).toBe(2);
  });

  it("are at least one", () => {
    expect(quotaOf({ "/proc/self/cgroup": "0::/\n", "/sys/fs/cgroup/cpu.max": "50000 100000" })).toBe(1);
  });

  it.each([
    ["no quota", { "/proc/self/cgroup": "0::/\n", "/sys/fs/cgroup/cpu.max": "max 100000\n" }],
    ["none of version 1", { "/proc/self/cgroup": "2:cpu:/\n", "/sys/fs/cgroup/cpu/cpu.cfs_quota_us": "-1", "/sys/fs/cgroup/cpu/cpu.cfs_period_us": "100000" }],
    ["another system", {}],
    ["damaged files", { "/proc/self/cgroup": "0:\n:::\n\u0000", "/sys/fs/cgroup/cpu.max": "many 0" }],
    ["a period of nothing", { "/proc/self/cgroup": "0::/\n", "/sys/fs/cgroup/cpu.max": "100 0" }],
    ["groups above the root", { "/proc/self/cgroup": "0::/../../etc\n" }],
  ])("are not told by %s", (_, files) => {
    expect(quotaOf(files)).toBeUndefined();
  });
});

describe("the number of media threads", () => {
  afterEach(() => void vi.unstubAllEnvs());

  const automatic = mediaThreadsOf("auto");

  it("leaves one processor to the event loop", () => {
    expect(automatic).toBeGreaterThanOrEqual(1);
    expect(automatic).toBeLessThanOrEqual(Math.max(os.availableParallelism() - 1, 1));
  });

  it("is what the option says, then the environment, then automatic", () => {
    expect(mediaThreadsOf(undefined)).toBe(automatic);
    vi.stubEnv("SDKPP_MEDIA_THREADS", "7");
    expect(mediaThreadsOf(undefined)).toBe(7);
    expect(mediaThreadsOf(64)).toBe(64);
    vi.stubEnv("SDKPP_MEDIA_THREADS", "auto");
    expect(mediaThreadsOf(undefined)).toBe(automatic);
  });

  it.each([0, 65, 1.5, -1, Number.NaN, "2", "all", null])("is not %s", (value) => {
    expect(() => mediaThreadsOf(value as number)).toThrow(
      `mediaThreads: expected "auto" or an integer from 1 to 64, received ${String(value)}`,
    );
  });

  it.each(["0", "65", "two", "-3", " 4"])("is not %j in the environment", (text) => {
    vi.stubEnv("SDKPP_MEDIA_THREADS", text);
    expect(() => mediaThreadsOf(undefined)).toThrow("SDKPP_MEDIA_THREADS: expected");
  });
});
