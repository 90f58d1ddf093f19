import { AUTOCOMPLETE_CHOICES_MAX, COMMAND_CHOICE_MAX, type Localizations } from "sdkpp/wire";
import type { InteractionResponse } from "../../records/interaction/interaction.js";
import { FieldErrors } from "../field-errors.js";
import type { Fault } from "../outcome.js";

export interface ChoiceInput {
  readonly name: string;
  readonly name_localizations?: Localizations | null | undefined;
  readonly value: string | number;
}

type Choices = NonNullable<InteractionResponse["choices"]>;

/** The choices that autocomplete shows to the user. */
export function choicesOf(inputs: readonly ChoiceInput[] | null | undefined): Choices | Fault {
  const errors = new FieldErrors();
  if (inputs == null) errors.required(["data", "choices"]);
  const choices = inputs ?? [];
  if (choices.length > AUTOCOMPLETE_CHOICES_MAX)
    errors.add(
      ["data", "choices"],
      "BASE_TYPE_MAX_LENGTH",
      `Must be ${String(AUTOCOMPLETE_CHOICES_MAX)} or fewer in length.`,
    );
  for (const [index, { value }] of choices.entries())
    if (typeof value === "string" && value.length > COMMAND_CHOICE_MAX)
      errors.add(
        ["data", "choices", index, "value"],
        "BASE_TYPE_MAX_LENGTH",
        `Must be ${String(COMMAND_CHOICE_MAX)} or fewer in length.`,
      );
  return errors.fault ?? choices.map(({ name, value }) => ({ name, value }));
}
