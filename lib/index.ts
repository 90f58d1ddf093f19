/** The public door of `sdkpp`. */
export * from "./sdk/index.js";
