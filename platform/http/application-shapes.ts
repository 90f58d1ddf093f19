import { Type } from "typebox";
import { EVENT_WEBHOOK_TYPES } from "../domain/records/oauth2/event-webhooks.js";
import { maybe, webAddressShape } from "./shapes.js";

const DESCRIPTION_MAX = 400;
const TAGS_MAX = 5;
const TAG_LENGTH_MAX = 20;
const URL_MAX = 2048;
const SCOPES_MAX = 50;
const PERMISSIONS_MAX = 18_014_398_509_481_983;

const WebAddressShape = webAddressShape(URL_MAX);

const DescriptionShape = Type.String({ maxLength: DESCRIPTION_MAX });

const InstallParamsShape = Type.Object({
  scopes: maybe(Type.Array(Type.String({ maxLength: 100 }), { minItems: 1, maxItems: SCOPES_MAX })),
  permissions: maybe(
    Type.Union([
      Type.Integer({ minimum: 0, maximum: PERMISSIONS_MAX }),
      Type.String({ pattern: "^(0|[1-9][0-9]{0,16})$" }),
    ]),
  ),
});

const ContextShape = Type.Object({ oauth2_install_params: maybe(InstallParamsShape) });

/** The fields of an application that a developer changes. */
export const ApplicationBody = Type.Object({
  description: maybe(Type.Union([DescriptionShape, Type.Object({ default: DescriptionShape })])),
  icon: maybe(Type.String()),
  cover_image: maybe(Type.String()),
  team_id: Type.Optional(Type.Unknown()),
  type: Type.Optional(Type.Unknown()),
  flags: maybe(Type.Integer({ minimum: 0, maximum: 0x7fff_ffff })),
  interactions_endpoint_url: maybe(Type.Union([Type.Literal(""), WebAddressShape])),
  explicit_content_filter: maybe(Type.Integer({ minimum: 0, maximum: 1 })),
  max_participants: maybe(Type.Integer({ minimum: -1, maximum: 0x7fff_ffff })),
  tags: maybe(Type.Array(Type.String({ minLength: 1, maxLength: TAG_LENGTH_MAX }), { maxItems: TAGS_MAX })),
  custom_install_url: maybe(WebAddressShape),
  install_params: maybe(InstallParamsShape),
  role_connections_verification_url: maybe(WebAddressShape),
  integration_types_config: maybe(
    Type.Object(
      { "0": maybe(ContextShape), "1": maybe(ContextShape) },
      { additionalProperties: false, maxProperties: 2 },
    ),
  ),
  event_webhooks_status: maybe(Type.Integer({ minimum: 1, maximum: 2 })),
  event_webhooks_url: maybe(WebAddressShape),
  event_webhooks_types: maybe(
    Type.Array(Type.Enum([...EVENT_WEBHOOK_TYPES]), { maxItems: EVENT_WEBHOOK_TYPES.length }),
  ),
});
