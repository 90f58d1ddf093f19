import type { ControlTable, Operation, Schema } from "../operation.js";

const FAILURES = {
  "400": "An argument is wrong: `error.argument` names it.",
  "401": "The token is missing or wrong.",
  "403": "The request comes from a web page, or under a name that is not of loopback.",
  "422": "The rules of the platform do not allow it.",
} as const;

const FAILURE: Schema = {
  type: "object",
  properties: {
    error: {
      type: "object",
      properties: {
        name: { type: "string", description: "The kind of error, such as `ArgumentError` or `RangeError`." },
        message: { type: "string" },
        argument: { type: "string" },
        code: { type: "string" },
        details: { description: "More about it, such as why a voice was not heard: `cause` and `figures`." },
      },
      required: ["name", "message"],
    },
  },
  required: ["error"],
};

/** The document of the control API, OpenAPI 3.1. */
export function openApi(table: ControlTable): object {
  return {
    openapi: "3.1.0",
    info: {
      title: "Control API of @sdkpp/platform",
      version: "1",
      description:
        "Operations for tests and developers on a social game platform that runs on this machine. Arguments are members of one JSON object; results are JSON. Ids are decimal strings, big integers too; bytes are base64.",
    },
    security: [{ token: [] }],
    paths: Object.fromEntries(
      table.operations.map((one) => [`/control/v1/${one.group}/${one.name}`, { post: describe(one) }]),
    ),
    components: {
      securitySchemes: { token: { type: "http", scheme: "bearer" } },
      schemas: { ...table.schemas, Failure: FAILURE },
    },
  };
}

function describe(operation: Operation): object {
  const { group, name, about, errors, returns, result } = operation;
  const description = errors === undefined ? about : `${about}\n\nFails: ${errors}.`;
  return {
    operationId: `${group}_${name}`,
    tags: [group],
    summary: sentence(about),
    description,
    requestBody: { required: true, content: { "application/json": { schema: requestSchema(operation) } } },
    responses: {
      ...(result === undefined
        ? { "204": { description: returns ?? "Done." } }
        : { "200": { description: returns ?? "The result.", content: json(result) } }),
      ...Object.fromEntries(
        Object.entries(FAILURES).map(([status, description]) => [
          status,
          { description, content: json({ $ref: "#/components/schemas/Failure" }) },
        ]),
      ),
    },
  };
}

function json(schema: Schema): object {
  return { "application/json": { schema } };
}

function requestSchema({ arguments: all, spread }: Operation): object {
  const last = spread === true ? all.at(-1) : undefined;
  const own = all.filter((one) => one !== last);
  const required = own.filter(({ isOptional }) => isOptional !== true).map(({ name }) => name);
  const members = {
    type: "object",
    properties: Object.fromEntries(
      own.map(({ name, about, schema }) => [
        name,
        about === undefined ? schema : { ...schema, description: about },
      ]),
    ),
    ...(required.length > 0 && { required }),
  };
  if (last === undefined) return members;
  return own.length === 0 ? last.schema : { allOf: [members, last.schema] };
}

function sentence(about: string): string {
  return /^.*?[.:](?= |$)/.exec(about)?.[0].replace(/[.:]$/, "") ?? about;
}
