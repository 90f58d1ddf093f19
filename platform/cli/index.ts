/**
 * `@sdkpp/platform/program`: the command line of the platform, for packages that extend it.
 * @packageDocumentation
 */
export { runProgram } from "./run-program.js";
export type { ProgramFace } from "./program.js";
export type { PeopleCommand, PeopleOptions, PerformPeopleCommand } from "./people-package.js";
