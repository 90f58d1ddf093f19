import type { Finding } from "../finding.js";
import type { AppCode, PackagedApp } from "./packaged-app.js";

/** Looks at one thing of an app. */
export type AppCheck = (app: PackagedApp) => Finding;
/** Looks at one thing of an app's code. */
export type CodeCheck = (code: AppCode, app: PackagedApp) => Finding;
