// Safe in a browser: nothing here needs Node, or anything else of this package.
export { patchUrlMappings, type PatchUrlMappingsOptions } from "./patch-url-mappings.js";
export { attemptRemap, type Remap } from "./remap.js";
export type { UrlMapping } from "./url-mapping.js";
