import { JsonErrorCode } from "sdkpp/wire";
import { Fault } from "../outcome.js";

export const notEmbedded = (): Fault =>
  new Fault(400, JsonErrorCode.InvalidActivityAction, "The application has no activities");

export const activityFull = (): Fault =>
  new Fault(400, JsonErrorCode.InvalidActivityAction, "The activity has as many participants as it allows");

export const botsDoNotPlay = (): Fault =>
  new Fault(400, JsonErrorCode.InvalidActivityAction, "Bots take part in no activities");
