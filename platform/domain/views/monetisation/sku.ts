import type { Sku } from "../../records/monetisation/sku.js";

/** A SKU on the wire. */
export function skuView({ id, type, applicationId, name, slug, flags }: Sku): Record<string, unknown> {
  return { id, type, application_id: applicationId, name, slug, flags };
}
