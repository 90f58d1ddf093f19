import { createRequire } from "node:module";
import type { Ajv2020, ValidateFunction } from "ajv/dist/2020.js";
import { ACTIVITY_SCHEMAS } from "./activity-schemas.js";
import { readDescription } from "./folder.js";
import { IDENTITY_SCHEMAS } from "./identity-schemas.js";
import { LINKED_CHANNEL_SCHEMAS } from "./linked-channel-schemas.js";
import { MESSAGE_SCHEMAS } from "./message-schemas.js";
import { MONETISATION_SCHEMAS } from "./monetisation-schemas.js";
import { RELATIONSHIP_SCHEMAS } from "./relationship-schemas.js";
import { SIGN_IN_SCHEMAS } from "./sign-in-schemas.js";
import { VOICE_KEY_SCHEMAS } from "./voice-key-schemas.js";

type Schema = Record<string, unknown>;
interface Operation {
  responses: Record<string, { $ref?: string; content?: Record<string, { schema: Schema }> }>;
}
interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema>; responses: Operation["responses"] };
}

const ID = "description";

/** Schemas that the document lacks: OAuth2 endpoints (RFC 6749, 5.1 and 5.2), direct messages, relationships. */
const OWN: Readonly<Record<string, Readonly<Record<string, Schema | null>>>> = {
  "POST /oauth2/token": {
    "200": {
      type: "object",
      required: ["access_token", "token_type", "expires_in", "refresh_token", "scope"],
      properties: {
        access_token: { type: "string", minLength: 20 },
        token_type: { const: "Bearer" },
        expires_in: { type: "integer", minimum: 1 },
        refresh_token: { type: "string", minLength: 20 },
        scope: { type: "string", minLength: 1 },
        id_token: { type: "string" },
      },
    },
    "4XX": { $ref: "#/$defs/oauthError" },
  },
  ...ACTIVITY_SCHEMAS,
  ...IDENTITY_SCHEMAS,
  ...LINKED_CHANNEL_SCHEMAS,
  ...MESSAGE_SCHEMAS,
  ...MONETISATION_SCHEMAS,
  ...RELATIONSHIP_SCHEMAS,
  ...SIGN_IN_SCHEMAS,
  ...VOICE_KEY_SCHEMAS,
  "POST /oauth2/token/revoke": { "200": { type: "object" }, "4XX": { $ref: "#/$defs/oauthError" } },
};

const OAUTH_ERROR: Schema = {
  type: "object",
  required: ["error"],
  properties: {
    error: {
      enum: [
        "invalid_request",
        "invalid_client",
        "invalid_grant",
        "unauthorized_client",
        "unsupported_grant_type",
        "invalid_scope",
        "authorization_pending",
        "slow_down",
        "expired_token",
        "access_denied",
      ],
    },
    error_description: { type: "string", minLength: 1 },
  },
};

const SERVER_ERROR: Schema = { ...OAUTH_ERROR, properties: { error: { const: "server_error" } } };

/** Whether the parts of an address are those of a template, any in place of its names. */
function fits(template: readonly string[], parts: readonly string[]): boolean {
  return (
    template.length === parts.length &&
    template.every((one, at) => one === parts[at] || (one.startsWith("{") && parts[at] !== "@me"))
  );
}

/** Judges HTTP responses against the published description, corrected where a higher source disagrees. */
export class Description {
  readonly #document = readDescription("openapi.json") as Document;
  readonly #ajv: Ajv2020;
  readonly #compiled = new Map<string, ValidateFunction>();
  /** `METHOD /path status` of what was judged. */
  readonly judged = new Set<string>();

  constructor() {
    correct(this.#document);
    // Both packages are CommonJS whose default export does not survive an import.
    const require = createRequire(import.meta.url);
    const { Ajv2020: Ajv } = require("ajv/dist/2020.js") as { Ajv2020: new (options: object) => Ajv2020 };
    this.#ajv = new Ajv({ allErrors: true, strictTypes: false, allowUnionTypes: true });
    (require("ajv-formats") as (ajv: Ajv2020) => void)(this.#ajv);
    this.#ajv.addFormat("snowflake", /^(?:0|[1-9][0-9]*)$/);
    this.#ajv.addFormat("nonce", true);
    for (const keyword of ["components", "x-discord-union"]) this.#ajv.addKeyword(keyword);
    this.#ajv.addSchema({ $id: ID, components: this.#document.components });
  }

  /**
   * The described route that an address is of: the one with the fewest names in place of its parts.
   * @param path below the API's address, as it is asked for, or as a template with other names
   * @returns undefined when neither the document nor our own schemas have one
   */
  templateOf(method: string, path: string): string | undefined {
    const parts = path.split("/");
    const own = Object.keys(OWN).flatMap((route) =>
      route.startsWith(`${method} `) ? route.split(" ").slice(1) : [],
    );
    const all = Object.keys(this.#document.paths).filter((one) => this.#operation(method, one) !== undefined);
    const fitting = [...own, ...all].filter((template) => fits(template.split("/"), parts));
    return fitting.toSorted((left, right) => left.split("{").length - right.split("{").length)[0];
  }

  /** Every `METHOD /path` that the document or our own schemas describe. */
  knows(method: string, path: string): boolean {
    return this.#operation(method, path) !== undefined || OWN[`${method} ${path}`] !== undefined;
  }

  /** Whether a success is described as a CSV file. */
  describesFile(method: string, path: string, status: number): boolean {
    return this.#operation(method, path)?.responses[String(status)]?.content?.["text/csv"] !== undefined;
  }

  /** @returns what is wrong with a response, in words; empty when nothing is */
  judge(method: string, path: string, status: number, body: unknown): string[] {
    const schema = this.#schema(method, path, status);
    if (schema === undefined) return [`${method} ${path} has no status ${String(status)}`];
    this.judged.add(`${method} ${path} ${String(status)}`);
    if (schema === null) return body === undefined ? [] : ["a body where there is to be none"];
    const validate = this.#compile(schema);
    if (validate(body)) return [];
    return (validate.errors ?? []).map(
      ({ instancePath, message }) => `${instancePath || "/"} ${message ?? ""}`,
    );
  }

  #schema(method: string, path: string, status: number): Schema | null | undefined {
    const family = `${String(status)[0] ?? ""}XX`;
    const own = OWN[`${method} ${path}`];
    if (own === undefined && this.#operation(method, path) === undefined) return undefined;
    // These look the same everywhere, and the document has no answers of a platform in trouble.
    if (status === 429) return { $ref: "#/components/schemas/RatelimitedResponse" };
    if (status >= 500)
      return /^\/oauth2\/(?:token|device\/authorize)/.test(path)
        ? SERVER_ERROR
        : { $ref: "#/components/schemas/ErrorResponse" };
    // null says that there is no body.
    if (own !== undefined) return String(status) in own ? own[String(status)] : own[family];
    const responses = this.#operation(method, path)?.responses ?? {};
    const found = responses[String(status)] ?? responses[family];
    if (found === undefined) return undefined;
    const name = found.$ref?.split("/").at(-1);
    const response = name === undefined ? found : this.#document.components.responses[name];
    return response?.content?.["application/json"]?.schema ?? null;
  }

  #operation(method: string, path: string): Operation | undefined {
    return this.#document.paths[path]?.[method.toLowerCase()];
  }

  #compile(schema: Schema): ValidateFunction {
    const text = JSON.stringify(schema).replaceAll('"#/components/', `"${ID}#/components/`);
    const known = this.#compiled.get(text);
    if (known !== undefined) return known;
    const made = this.#ajv.compile({ ...(JSON.parse(text) as Schema), $defs: { oauthError: OAUTH_ERROR } });
    this.#compiled.set(text, made);
    return made;
  }
}

/** Numbers that the document's closed lists lack. */
const MORE_NUMBERS: Readonly<Record<string, readonly number[]>> = {
  EntitlementTypes: [1, 2, 3, 4, 5, 6, 7],
  MessageReferenceType: [1],
  ChannelTypes: [16, 17, 18],
  InteractionCallbackTypes: [10],
};

/** The rows of the overlay that concern these routes: the written documentation wins over the document. */
function correct({ components: { schemas } }: Document): void {
  const leaf = {
    type: "object",
    required: ["code", "message"],
    properties: { code: { type: "string", pattern: "^[A-Z0-9_]+$" }, message: { type: "string" } },
  };
  schemas["InnerErrors"] = {
    type: "object",
    required: ["_errors"],
    additionalProperties: false,
    properties: { _errors: { type: "array", minItems: 1, items: leaf } },
  };
  for (const [name, numbers] of Object.entries(MORE_NUMBERS)) {
    const known = schemas[name]?.["oneOf"] as Schema[] | undefined;
    known?.push(...numbers.map((one) => ({ const: one })));
  }
  // The document's list was closed before the SDK's scopes came.
  schemas["OAuth2Scopes"] = { type: "string", pattern: "^[a-z_]+(?:\\.[a-z_]+)*$" };
  schemas["RatelimitedResponse"] = {
    type: "object",
    required: ["message", "retry_after", "global"],
    properties: {
      message: { type: "string" },
      code: { type: "integer" },
      retry_after: { type: "number" },
      global: { type: "boolean" },
    },
  };
}
