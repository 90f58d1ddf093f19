import { done } from "../domain/rules/outcome.js";
import { route } from "./route.js";

/** What SDK-like clients ask for at start; the answers mean nothing (G§6, last row). */
export const startupExtraRoutes = [
  route("GET", "/auth/fingerprint", {
    docs: "none: asked by SDK-like clients at start",
    auth: "none",
    handle: (_request, world) => done({ fingerprint: `${world.ids.next()}.${world.random.token(27)}` }),
  }),
  route("POST", "/science", {
    docs: "none: asked by SDK-like clients at start",
    auth: "none",
    handle: () => done(undefined),
  }),
];
