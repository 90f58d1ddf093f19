/**
 * What the classes of the package need when they are used, and not when they are imported. In the build for Node each module
 * of this name stands for functions that load one file, once: only functions, and classes that are constructed, can pass.
 */
export { ClientCore } from "./client-core.js";
export { hostOf } from "./host-options.js";
export { TokenKeeper } from "./sign-in/token-keeper.js";
