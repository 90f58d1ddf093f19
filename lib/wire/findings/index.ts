/** What the doctors of the packages tell, in one form. */
export * from "./call-finding.js";
export * from "./finding.js";
export * from "./report.js";
export * from "./runtime-finding.js";
