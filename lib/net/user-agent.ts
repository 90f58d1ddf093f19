/** `sdkpp-node/<version> (<os>; <arch>)` */
export function defaultUserAgent(version: string): string {
  return `sdkpp-node/${version} (${process.platform}; ${process.arch})`;
}
