import type { Endpoints } from "../options.js";
import type { Seeded } from "./seed.js";

/** The address of a control API, and its token. */
export interface ControlAccess {
  /** `http://127.0.0.1:<port>`, or `unix:<path>`. */
  readonly url: string;
  readonly token: string;
}

/** The report on a platform for other programs. */
export interface PlatformReport {
  readonly endpoints: Endpoints;
  readonly seeded: Seeded;
  /** Names of the groups of operations, with those of an extension. */
  readonly groups: readonly string[];
}
