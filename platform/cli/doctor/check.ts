import type { Finding } from "sdkpp/wire";
import type { PerformPeopleCommand } from "../people-package.js";
import type { PlaceOptions } from "../start-options.js";

/** Options of `doctor`: those of `start` that it looks at, and its own. */
export interface DoctorOptions extends PlaceOptions {
  /** Whether two people call each other. */
  readonly testCall: boolean;
  readonly json?: true;
}

/** The options of a doctor, and the package that performs its call. */
export interface Examined extends DoctorOptions {
  /** Performs a call; default: that of the `@sdkpp/testing` that is installed. */
  readonly people?: PerformPeopleCommand | undefined;
}

/** Looks at one thing, and fails with a finding. */
export type Check = (examined: Examined) => Promise<Finding>;
