import { failed, ok, type Finding } from "../../finding.js";
import type { AppCode } from "../packaged-app.js";
import { packagesIn } from "../packages-in.js";

const CHECK = "development packages";
const NAMES = ["@sdkpp/platform", "@sdkpp/testing"] as const;

/** Whether packages for development are in the app: a local service, which acts as any user. */
export function checkDevelopmentHost(code: AppCode): Finding {
  const found = NAMES.filter((name) => packagesIn(code, name).length > 0);
  if (found.length === 0) return ok(CHECK, "none");
  return failed(
    CHECK,
    `${found.join(" and ")} must not ship: players would have a local service that acts as any user`,
    `move them to devDependencies: npm install --save-dev ${found.join(" ")}`,
  );
}
