export { PACKAGE_VERSION as version } from "../net/index.js";

/** The mirrored version of the C++ SDK. */
export const SDK_MAJOR = 1;
export const SDK_MINOR = 10;
export const SDK_PATCH = 0;
/** Defined when the package is bundled. */
declare const __SDKPP_COMMIT__: string | undefined;

/** The commit of this build; "dev" when the modules run unbundled. */
export const BUILD_HASH = typeof __SDKPP_COMMIT__ === "string" ? __SDKPP_COMMIT__ : "dev";
