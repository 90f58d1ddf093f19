import { JsonErrorCode } from "sdkpp/wire";
import { invalidField } from "../faults.js";
import { Fault } from "../outcome.js";

export const unknownStage = (): Fault =>
  new Fault(404, JsonErrorCode.UnknownStageInstance, "Unknown Stage Instance");

export const stageIsOpen = (): Fault =>
  new Fault(400, JsonErrorCode.StageAlreadyOpen, "The Stage is already open");

export const eventElsewhere = (): Fault =>
  invalidField(
    "guild_scheduled_event_id",
    "STAGE_EVENT_INVALID",
    "Not an event of this stage channel that is to come or takes place now.",
  );
