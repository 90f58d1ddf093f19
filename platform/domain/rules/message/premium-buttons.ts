import type { Snowflake } from "sdkpp/wire";

/** Whether a premium button of an application can sell a SKU, which must be active. No application has SKUs. */
export function isSellable(_applicationId: Snowflake, _skuId: Snowflake): boolean {
  return false;
}
