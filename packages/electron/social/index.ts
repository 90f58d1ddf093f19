/** The side of the client: it serves pages over ports. Of this package's own programs; no door. */
export { SocialServer, type SocialServerOptions } from "./social-server.js";
export { callMember, runOperation, type SignIn } from "./run-operation.js";
