import { spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";

const ROOT = resolve(import.meta.dirname, "../..");
/** A limit on threads does not bind root. It counts all threads of a user: no other test runs as this one. */
const USER = 65_012;
/** Enough for Node itself. */
const MOST_THREADS = 40;

// The limit counts all threads of a Linux user: root can run as one who has no others.
it.runIf(process.platform === "linux" && process.getuid?.() === 0)(
  "a process that cannot start a thread gets MEDIA_UNAVAILABLE, survives, and can call later",
  () => {
    const folder = mkdtempSync(join(tmpdir(), "sdkpp-threads-"));
    try {
      chmodSync(folder, 0o755);
      const [addon, program] = [join(folder, "sdkpp.node"), join(folder, "program.mjs")];
      copyFileSync(join(ROOT, "build/Release/sdkpp.node"), addon);
      copyFileSync(join(import.meta.dirname, "programs/no-threads.mjs"), program);
      const limited = `ulimit -u ${String(MOST_THREADS)}; exec "$@"`;
      const { status, stdout, stderr } = spawnSync(
        "bash",
        ["--norc", "-c", limited, "limited", process.execPath, program, addon],
        {
          cwd: folder,
          encoding: "utf8",
          uid: USER,
          gid: USER,
        },
      );
      expect({ status, stdout, stderr }, `${stdout}${stderr}`).toEqual({
        status: 0,
        stdout: "ERR_WORKER_INIT_FAILED\nMEDIA_UNAVAILABLE\ncreated\n",
        stderr: "",
      });
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
);
