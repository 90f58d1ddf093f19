/** The door for development: a host for pages that a browser shows. It has no place in a packaged app. */
export { DevelopmentHost, type DevelopmentHostOptions } from "./development-host.js";
