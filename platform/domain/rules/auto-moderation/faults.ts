import { invalidField, invalidForm } from "../faults.js";
import { Fault } from "../outcome.js";

/** No code of its own is documented. */
export const unknownRule = (): Fault => new Fault(404, 0, "Unknown Auto Moderation Rule");

export const tooManyRules = (): Fault =>
  invalidForm({
    trigger_type: {
      _errors: [
        {
          code: "AUTO_MODERATION_MAX_RULES_OF_TYPE_EXCEEDED",
          message: "Max number of this rule type has been exceeded",
        },
      ],
    },
  });
export const fixedTrigger = (): Fault =>
  invalidField("trigger_type", "BASE_TYPE_CHOICES", "The trigger of a rule cannot be changed.");
