/** The package's version; `test/unit/net` compares it with package.json. */
export const PACKAGE_VERSION = "0.1.0";

/** `sdkpp-node/<version> (<os>; <arch>)` */
export function defaultUserAgent(): string {
  return `sdkpp-node/${PACKAGE_VERSION} (${process.platform}; ${process.arch})`;
}
