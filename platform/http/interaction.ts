import { COMMAND_CHOICE_MAX } from "sdkpp/wire";
import { Type, type Static } from "typebox";
import { responderTo, respond, type InteractionPath } from "../domain/rules/interaction/callbacks.js";
import { unboundFields } from "./channel-message-shapes.js";
import { LocalizationsShape } from "./command-shapes.js";
import { MESSAGE_FORM } from "./message-form.js";
import { route } from "./route.js";
import { maybe } from "./shapes.js";

const ChoiceShape = Type.Object({
  name: Type.String({ minLength: 1, maxLength: COMMAND_CHOICE_MAX }),
  name_localizations: LocalizationsShape,
  value: Type.Union([Type.String(), Type.Number()]),
});

/** A response to an interaction: a message, choices, or a modal. What each type reads is up to its rule, which has errors of its own. */
export const InteractionResponseBody = Type.Object({
  type: Type.Integer({ minimum: 1, maximum: 13 }),
  data: maybe(
    Type.Object({
      ...unboundFields,
      choices: maybe(Type.Array(ChoiceShape)),
      custom_id: maybe(Type.String()),
      title: maybe(Type.String()),
    }),
  ),
});
export type InteractionResponse = Static<typeof InteractionResponseBody>;

type Params = Readonly<Record<"interaction.id" | "interaction.token", string>>;

const pathOf = (params: Params): InteractionPath => ({
  id: params["interaction.id"],
  token: params["interaction.token"],
});

export const interactionRoutes = [
  route("POST", "/interactions/{interaction.id}/{interaction.token}/callback", {
    docs: "interactions/receiving-and-responding#create-interaction-response",
    auth: "none",
    body: InteractionResponseBody,
    form: MESSAGE_FORM,
    query: (read) => read.flag("with_response"),
    early: ({ params }, world) => responderTo(world, pathOf(params)),
    handle: ({ params, body, uploads, query: isWanted }, world) =>
      respond(world, pathOf(params), { ...body, uploads }, isWanted),
  }),
];
