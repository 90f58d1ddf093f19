/** The one form of what the doctors of the packages find. */
export * from "./call-finding.js";
export * from "./finding.js";
export * from "./report.js";
export * from "./runtime-finding.js";
