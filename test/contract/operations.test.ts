// Every operation of the published description is either a route of the platform or one that it rejects by name.
import { startPlatform, type Platform } from "@sdkpp/platform";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { NOT_EMULATED } from "../../platform/http/not-emulated/operations.js";
import { routes } from "../../platform/http/server.js";
import { readDescription } from "./folder.js";

type Methods = Record<string, { operationId: string } | undefined>;
const { paths } = readDescription("openapi.json") as { paths: Record<string, Methods> };
const METHODS = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

/** Names of parameters differ: `GET /lobbies/{lobby_id}` → `GET /lobbies/{}`. */
const shapeOf = (route: string): string => route.replaceAll(/\{[^}]+\}/g, "{}");

const DESCRIBED = Object.entries(paths).flatMap(([path, operations]) =>
  METHODS.flatMap((method): [route: string, operation: string][] => {
    const operation = operations[method];
    return operation === undefined ? [] : [[`${method.toUpperCase()} ${path}`, operation.operationId]];
  }),
);
const described = new Map(DESCRIBED.map(([route, operation]) => [shapeOf(route), operation]));
const routed = new Set(routes.map(({ method, path }) => shapeOf(`${method} ${path}`)));

describe("the operations of the description", () => {
  it("are 242, each with a shape of its own", () => {
    expect([DESCRIBED.length, described.size]).toEqual([242, 242]);
  });

  it("are routes or rejected by name, never both", () => {
    const rejected = [...NOT_EMULATED].map(([route, operation]): [string, string] => [
      shapeOf(route),
      operation,
    ]);
    const built = [...described].filter(([shape]) => routed.has(shape));
    expect(new Map([...built, ...rejected])).toEqual(described);
    expect(built.length + rejected.length).toBe(described.size);
  });
});

describe("an operation that is not emulated", () => {
  let platform: Platform;
  beforeAll(async () => {
    platform = await startPlatform();
  });
  afterAll(() => platform.stop());

  it.each(DESCRIBED.filter(([route]) => !routed.has(shapeOf(route))))(
    "%s is rejected as %s",
    async (route, operation) => {
      for (const id of ["1", "1300000000000000000", "word"]) {
        const [method = "", path = ""] = route.replaceAll(/\{[^}]+\}/g, id).split(" ");
        const answer = await fetch(`${platform.endpoints.apiBase}/v10${path}`, { method });
        const body = { code: 0, message: `NOT_EMULATED: ${operation}` };
        expect([answer.status, await answer.json()]).toEqual([400, body]);
      }
    },
  );
});
