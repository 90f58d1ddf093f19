import type { Endpoints } from "../options.js";
import type { Seeded } from "./seed.js";

/** What a program needs to use the control API. */
export interface ControlAccess {
  /** `http://127.0.0.1:<port>`, or `unix:<path>`. */
  readonly url: string;
  readonly token: string;
}

/** What other programs are told of a platform. */
export interface PlatformReport {
  readonly endpoints: Endpoints;
  readonly seeded: Seeded;
}
