import type { Finding } from "sdkpp/wire";
import type { PerformPeopleCommand } from "../people-package.js";
import type { PlaceOptions } from "../start-options.js";

/** What `start` would take, and how to say what is found. */
export interface DoctorOptions extends PlaceOptions {
  /** Whether two people call each other. */
  readonly testCall: boolean;
  readonly json?: true;
}

/** What checks look at. */
export interface Examined extends DoctorOptions {
  /** Performs a call; default: that of the `@sdkpp/testing` that is installed. */
  readonly people?: PerformPeopleCommand | undefined;
}

/** Looks at one thing, and fails with a finding. */
export type Check = (examined: Examined) => Promise<Finding>;
