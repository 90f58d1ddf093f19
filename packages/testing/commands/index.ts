/**
 * `@sdkpp/testing/commands`: what people do at the command line of the platform.
 * @packageDocumentation
 */
export { performCommand } from "./perform.js";
