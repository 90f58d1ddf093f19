export { PACKAGE_VERSION as version } from "../net/index.js";

/** The mirrored level of the C++ SDK. */
export const SDK_MAJOR = 1;
export const SDK_MINOR = 10;
export const SDK_PATCH = 0;
/** The build's commit; "dev" in a working tree. */
export const BUILD_HASH = "dev";
