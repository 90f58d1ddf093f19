import { JsonErrorCode } from "sdkpp/wire";
import { Fault } from "../outcome.js";

export const tooManyEvents = (limit: number): Fault =>
  new Fault(
    400,
    JsonErrorCode.ScheduledEventLimitReached,
    `Maximum number of uncompleted guild scheduled events reached (${String(limit)})`,
  );

export const finishedEvent = (): Fault =>
  new Fault(400, JsonErrorCode.ScheduledEventIsOver, "Cannot update a finished event");
