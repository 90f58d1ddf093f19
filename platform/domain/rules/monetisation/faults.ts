import { JsonErrorCode } from "sdkpp/wire";
import { notFound } from "../faults.js";
import { Fault } from "../outcome.js";

export const unknownSku = (): Fault => new Fault(404, JsonErrorCode.UnknownSku, "Unknown SKU");

export const unknownEntitlement = (): Fault =>
  new Fault(404, JsonErrorCode.UnknownEntitlement, "Unknown Entitlement");

/** No number is known for it. */
export const unknownSubscription = notFound;

export const notConsumable = (): Fault =>
  new Fault(400, JsonErrorCode.NotConsumable, "Only consumable SKUs can be consumed");

export const notATestEntitlement = (): Fault =>
  new Fault(400, JsonErrorCode.NotATestEntitlement, "You can only delete sandbox entitlements.");

export const noRoom = (limit: number): Fault =>
  new Fault(400, JsonErrorCode.General, `This owner has ${String(limit)} active entitlements`);

/** A fault for an action that no shop would offer to a user or developer. */
export const impossible = (why: string): Fault => new Fault(400, JsonErrorCode.General, why);
