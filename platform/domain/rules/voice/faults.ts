import { JsonErrorCode } from "sdkpp/wire";
import { Fault } from "../outcome.js";

export const silencedEffect = (): Fault =>
  new Fault(
    400,
    JsonErrorCode.SilencedVoiceEffect,
    "Cannot send voice effect when user is server muted, deafened, or suppressed",
  );
