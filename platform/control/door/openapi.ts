import { TIMELINE_KINDS } from "../../timeline/record.js";
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

const EVENTS = {
  operationId: "events",
  tags: ["timeline"],
  summary: "Follows what crosses the wire, as server-sent events",
  description:
    "Each event has the JSON of a record as its data, and the serial of the record as its id. A client that comes back with the id of its last event gets the kept records after it first. Lines that begin with a colon keep the connection open. The response ends when the platform stops.",
  parameters: [
    {
      name: "kind",
      in: "query",
      description: "Only these kinds, separated by commas.",
      schema: { type: "array", items: { enum: TIMELINE_KINDS } },
      style: "form",
      explode: false,
    },
    {
      name: "about",
      in: "query",
      description: "Only records with this in their line, such as an id, a route or an event.",
      schema: { type: "string" },
    },
    {
      name: "Last-Event-ID",
      in: "header",
      description: "Serial of the last record that the client has.",
      schema: { type: "integer", minimum: 0 },
    },
  ],
  responses: {
    "200": {
      description: "The records, one event each, until the client leaves.",
      content: { "text/event-stream": { schema: { type: "string" } } },
    },
    ...failures("400", "401", "403"),
    "429": {
      description: "Too many programs follow.",
      content: json({ $ref: "#/components/schemas/Failure" }),
    },
  },
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
    paths: {
      "/control/v1/events": { get: EVENTS },
      ...Object.fromEntries(
        table.operations.map((one) => [`/control/v1/${one.group}/${one.name}`, { post: describe(one) }]),
      ),
    },
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
    requestBody: {
      required: operation.arguments.some(({ isOptional }) => isOptional !== true),
      content: json(requestSchema(operation)),
    },
    responses: {
      ...(result === undefined
        ? { "204": { description: returns ?? "Done." } }
        : { "200": { description: returns ?? "The result.", content: json(result) } }),
      ...failures("400", "401", "403", "422"),
    },
  };
}

function failures(...statuses: (keyof typeof FAILURES)[]): object {
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      { description: FAILURES[status], content: json({ $ref: "#/components/schemas/Failure" }) },
    ]),
  );
}

function json(schema: object): object {
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
