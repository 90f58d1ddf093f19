import { judgeRpcSocket, rpcSocketPaths } from "../../net/index.js";
import { failed, ok, skipped, type DoctorOptions, type Finding } from "../finding.js";

const CHECK = "desktop app";

/** Whether a desktop app listens where games look for it, as this user. */
export function checkDesktopApp({ desktopApp }: DoctorOptions): Finding {
  // Pipes of Windows are seen only by connecting to them.
  if (process.platform === "win32") return skipped(CHECK, "it is not looked for on Windows");
  const found = rpcSocketPaths(process, desktopApp).map(
    (path) => [path, judgeRpcSocket(path, process)] as const,
  );
  const own = found.find(([, judgement]) => judgement === "own");
  if (own !== undefined) return ok(CHECK, `it listens at ${own[0]}`);
  const foreign = found.find(([, judgement]) => judgement === "foreign");
  if (foreign === undefined)
    return skipped(CHECK, "none runs; only presence through it and sign-in by it need one");
  return failed(
    CHECK,
    `${foreign[0]} is not a socket of this user`,
    "start the desktop app as the user who plays",
  );
}
