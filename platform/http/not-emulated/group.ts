import type { Method } from "../route.js";

/** Operations of the real platform that this one rejects for the same reason. */
export interface NotEmulatedGroup {
  readonly area: string;
  /** One sentence: what this platform does instead, or what it lacks. */
  readonly reason: string;
  /** The route of each operation, under the operation's name in the published description. */
  readonly operations: Readonly<Record<string, `${Method} /${string}`>>;
}
