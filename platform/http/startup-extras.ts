import { done } from "../domain/rules/outcome.js";
import { route } from "./route.js";

/** Routes that SDK-like clients request at start; the responses have no effect (G§6, last row). */
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
