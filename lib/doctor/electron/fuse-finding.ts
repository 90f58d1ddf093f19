import { failed, skipped, type Finding } from "../finding.js";
import type { FuseState } from "./fuses.js";

/** A fuse that says neither on nor off. */
export function unknownFuse(check: string, state: Exclude<FuseState, "on" | "off"> | undefined): Finding {
  if (state === "mixed")
    return failed(
      check,
      "the two halves of the universal program differ",
      "set the fuses of the finished universal app, before it is signed",
    );
  return skipped(
    check,
    state === undefined
      ? "the program has no fuses that are known"
      : "this version of Electron does not have it",
  );
}
