import { runtimeFinding } from "sdkpp/wire";
import type { Check } from "../check.js";

/** Whether the runtime is new enough. */
export const checkRuntime: Check = () => Promise.resolve(runtimeFinding(process));
