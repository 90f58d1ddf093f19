import type { UtilityProcessPart } from "./electron-parts.js";

/** Ends a process at once, whatever it does: Electron's own `kill` asks first, and waits two seconds for one that stands still. */
export function endProcess(child: UtilityProcessPart): void {
  // One that has not begun cannot be ended yet.
  if (child.pid === undefined) child.on("spawn", () => kill(child));
  kill(child);
}

function kill(child: UtilityProcessPart): void {
  if (child.pid === undefined) return void child.kill();
  try {
    process.kill(child.pid, "SIGKILL");
  } catch {
    // it has just ended, or the system lets only Electron end it
    child.kill();
  }
}
