import fs from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import type { ClientResultError } from "../../../lib/index.js";
import {
  Activity,
  ActivityInvite,
  AuthorizationArgs,
  DeviceAuthorizationArgs,
  ErrorType,
  type Call,
} from "../../../lib/index.js";
import { lobby, Scene } from "./scene.js";

interface Parameter {
  readonly name: string;
  readonly type: string;
  readonly optional?: boolean;
}
interface ListedMember {
  readonly ts: { readonly name: string; readonly params: readonly Parameter[]; readonly promise?: unknown };
}

const LIST = path.resolve(import.meta.dirname, "../../contract/sdk-api.json");
const { classes } = JSON.parse(fs.readFileSync(LIST, "utf8")) as {
  classes: { ts: string; members: ListedMember[] }[];
};

function deviceRequest(): DeviceAuthorizationArgs {
  const args = new DeviceAuthorizationArgs();
  args.clientId = 7n;
  args.scopes = "openid";
  return args;
}

/** A valid value of this parameter type, so that only another one is at fault. */
function goodFor(type: string): unknown {
  switch (type) {
    case "bigint":
      return 7n;
    case "string":
      return "text";
    case "number":
    case "AuthorizationTokenType":
    case "AuthenticationExternalAuthType":
      return 1;
    case "StatusType":
      return 0;
    case "AuthorizationArgs":
      return new AuthorizationArgs();
    case "DeviceAuthorizationArgs":
      return deviceRequest();
    case "ActivityInvite":
      return new ActivityInvite();
    case "Activity":
      return new Activity();
    case "LoggingSeverity":
    case "AudioModeType":
    case "Client.Thread":
      return 2;
    case "boolean":
      return true;
    default:
      if (type.startsWith("Record")) return {};
      return /Callback/.test(type) && !type.includes("undefined") ? () => undefined : undefined;
  }
}

/** Values that no parameter of this type can have. */
function wrongFor(type: string): unknown[] {
  if (type === "bigint") return ["abc", "-1", "18446744073709551616", 1.5, {}, null, undefined];
  if (type === "string") return [5, {}, null, undefined];
  if (type === "number") return ["5", NaN, null, undefined];
  if (type.startsWith("Record")) return [5, "x", null, { key: 5 }];
  if (/Callback|\.On[A-Z]/.test(type)) return [5, "x", {}];
  if (type === "boolean") return [1, "true", null, undefined];
  if (/^(?:StatusType|Auth\w+Type|LoggingSeverity|AudioModeType|Client\.Thread)$/.test(type))
    return ["x", 99, null];
  return [5, "x", {}, null];
}

let scene: Scene;
let call: Call;

beforeAll(async () => {
  scene = new Scene();
  await scene.ready({ lobbies: [lobby("9")] });
  call = scene.client.startCall(9n);
});

const client = classes.find(({ ts }) => ts === "Client")!;
const operations = client.members
  .filter(({ ts }) => ts.promise !== undefined)
  .map(({ ts }) => ({ name: ts.name, params: ts.params.filter(({ optional }) => optional !== true) }))
  .filter(({ params }) => params.length > 0);

type Methods = Record<string, ((...args: unknown[]) => Promise<unknown>) | undefined>;
const present = (name: string): boolean => name in (scene?.client ?? {});

describe("an operation with an invalid argument", () => {
  const cases = operations.flatMap(({ name, params }) =>
    params.map((wrong): [string, string, readonly Parameter[], Parameter] => [
      name,
      wrong.name,
      params,
      wrong,
    ]),
  );

  it.each(cases)("%s: %s is named, and nothing is sent", async (name, parameter, params, wrong) => {
    const { client: player } = scene;
    if (!present(name)) return;
    const sent = [scene.requests.length, scene.main.sent.length];
    for (const value of wrongFor(wrong.type)) {
      const args = params.map((one) => (one === wrong ? value : goodFor(one.type)));
      const refused = await (player as unknown as Methods)[name]!(...args).then(
        () => undefined,
        (error: unknown) => error,
      );
      const said = new RegExp(`${parameter}.*expected .*received `, "is");
      expect((refused as Error | undefined)?.message, `${parameter}: ${String(value)}`).toMatch(said);
      // Only what has no result rejects with the argument's own error.
      if (name === "endCall") return expect(refused).toBeInstanceOf(TypeError);
      const { result } = refused as ClientResultError;
      expect([result.type, result.retryable]).toEqual([ErrorType.ValidationError, false]);
    }
    expect([scene.requests.length, scene.main.sent.length]).toEqual(sent);
  });
});

describe("a token", () => {
  const wrong: [string, string][] = [
    ["Bearer s3cr3t", 'the token without the word "Bearer" before it'],
    ["s3cr3t\n", "received a line break"],
    ["s3c r3t", "received a space"],
    ["s3cr3t\u00e4", "received other characters"],
  ];
  it.each(wrong)("%j is refused in words that do not show it", async (token, words) => {
    const { client: player } = scene;
    const given: [string, Promise<unknown>][] = [
      ["token", player.updateToken(1, token)],
      ["token", player.fetchCurrentUser(1, token)],
      ["refreshToken", player.refreshToken(7n, token)],
      ["token", player.revokeToken(7n, token)],
      ["parentApplicationToken", player.exchangeChildToken(token, 7n)],
    ];
    for (const [name, refused] of given) {
      const { message } = (await refused.catch((error: unknown) => error)) as ClientResultError;
      expect(message).toContain(`${name}: expected `);
      expect(message).toContain(words);
      expect(message).not.toContain("s3c");
    }
  });
});

describe("a synchronous member with an invalid argument", () => {
  const cases = ["Client", "Call"].flatMap((type) =>
    classes
      .find(({ ts }) => ts === type)!
      .members.filter(
        ({ ts }) =>
          ts.promise === undefined && /^(?:get|set|add|remove|start|can|search|clear)/.test(ts.name),
      )
      .flatMap(({ ts }) =>
        ts.params.map((wrong): [string, string, readonly Parameter[], Parameter] => [
          `${type}.${ts.name}`,
          wrong.name,
          ts.params,
          wrong,
        ]),
      ),
  );

  it.each(cases)("%s: %s is named", (name, parameter, params, wrong) => {
    const [type, member] = name.split(".") as [string, string];
    const target = type === "Client" ? scene.client : call;
    const method = (target as unknown as Record<string, ((...args: unknown[]) => unknown) | undefined>)[
      member
    ];
    if (method === undefined) return;
    for (const value of wrongFor(wrong.type)) {
      const args = params.map((one) => (one === wrong ? value : goodFor(one.type)));
      expect(() => method.apply(target, args), `${parameter}: ${String(value)}`).toThrow(
        new RegExp(`${parameter === "cb" ? "callback" : parameter}.*expected .*received `, "is"),
      );
    }
  });
});
