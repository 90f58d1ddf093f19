import type { Snowflake } from "sdkpp/wire";
import { isAvailable, type Sku } from "../../records/monetisation/sku.js";
import type { SkuWorld } from "./monetisation-world.js";

/** The SKUs of an application, oldest first. */
export function skusOf({ skus }: SkuWorld, applicationId: Snowflake): Sku[] {
  return skus.listBy("application", applicationId);
}

/** Whether an application sells a SKU now. */
export function isActiveSku({ skus }: SkuWorld, applicationId: Snowflake, skuId: Snowflake): boolean {
  const sku = skus.get(skuId);
  return sku?.applicationId === applicationId && isAvailable(sku);
}
