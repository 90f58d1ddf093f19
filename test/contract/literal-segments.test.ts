// Addresses of the published description that the platform does not have, but whose shape one of its own has: the words in
// them are never read as ids.
import { startPlatform, type Platform } from "@sdkpp/platform";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { routes } from "../../platform/http/server.js";
import { readDescription } from "./folder.js";

const { paths } = readDescription("openapi.json") as { paths: Record<string, object> };
const isParameter = (segment: string | undefined): boolean => segment?.startsWith("{") === true;

/** Whether an address of theirs would be taken for one of ours, with a word of it as an id. */
function hasWordForId(theirs: string, ours: string): boolean {
  const [left, right] = [theirs.split("/"), ours.split("/")];
  return (
    left.length === right.length &&
    left.every((segment, at) => isParameter(right[at]) || segment === right[at]) &&
    left.some((segment, at) => isParameter(right[at]) && !isParameter(segment))
  );
}

const ASKED = Object.keys(paths)
  .flatMap((path) =>
    routes.filter((route) => hasWordForId(path, route.path)).map(({ method }) => [method, path] as const),
  )
  .filter(
    ([method, path]) =>
      !routes.some((route) => route.method === method && shapeOf(route.path) === shapeOf(path)),
  );

function shapeOf(path: string): string {
  return path.replaceAll(/\{[^}]+\}/g, "{}");
}

let platform: Platform;
beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.stop());

describe("a published route that is not built", () => {
  it("exists", () => expect(ASKED.length).toBeGreaterThan(5));

  it.each(ASKED)("%s %s is not one of our routes", async (method, path) => {
    const url = `${platform.endpoints.apiBase}/v10${path.replaceAll(/\{[^}]+\}/g, "1")}`;
    const answer = await fetch(url, {
      method,
      headers: { authorization: `Bot ${platform.seeded.botToken}` },
    });
    const [status, message] =
      answer.status === 405 ? [405, "405: Method Not Allowed"] : [404, "404: Not Found"];
    expect([answer.status, await answer.json()]).toEqual([status, { code: 0, message }]);
  });
});
