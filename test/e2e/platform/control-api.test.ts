import { execFile } from "node:child_process";
import fs from "node:fs";
import { request } from "node:http";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { startPlatform, type Platform } from "@sdkpp/platform";
import { connectControl, connectPlatform, type RemoteControl } from "@sdkpp/platform/control";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

interface Answer {
  readonly status: number;
  readonly body: string;
}

/** `fetch` sets neither of the headers `Host` and `Origin`. */
function send(
  url: string,
  {
    method = "POST",
    headers = {},
    body = "",
  }: { method?: string; headers?: Record<string, string>; body?: string },
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers }, (response) => {
      let text = "";
      response.on("data", (part) => (text += String(part)));
      response.on("end", () => resolve({ status: response.statusCode ?? 0, body: text }));
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

/** What is read of the document of the API. */
interface Document {
  readonly paths: Record<string, { readonly post?: DescribedOperation }>;
  readonly components: object;
}

interface DescribedOperation {
  readonly requestBody?: { readonly required?: boolean };
  readonly responses: Record<string, { readonly content?: Record<string, { readonly schema: object }> }>;
}

/** The answer to the head of a request whose body never comes. */
function statusOf(target: string, headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request(target, { method: "POST", headers }, (response) => {
      resolve(response.statusCode);
      sent.destroy();
    });
    sent.once("error", reject);
    sent.flushHeaders();
  });
}

const USERS = "/control/v1/users/list";
const LOBBIES = "/control/v1/lobbies/list";

let platform: Platform;
let remote: RemoteControl;
let url: string;
let token: string;
const json = () => ({ authorization: `Bearer ${token}`, "content-type": "application/json" });
const call = (name: string, body: unknown, headers: Record<string, string> = json()) =>
  send(`${url}/control/v1/${name}`, {
    headers,
    body: typeof body === "string" ? body : JSON.stringify(body),
  });

beforeAll(async () => {
  platform = await startPlatform({ controlApi: {} });
  ({ url, token } = platform.controlApi!);
  remote = connectControl(platform.controlApi!);
});
afterAll(() => platform.stop());

describe("the control API", () => {
  it("performs an operation with arguments by name", async () => {
    const { status, body } = await call("users/create", { username: "cyd" });
    const user = JSON.parse(body) as { id: string };
    expect({ status, user }).toEqual({ status: 200, user: expect.objectContaining({ username: "cyd" }) });
    expect(await call("users/rename", { userId: user.id, globalName: "Cyd" })).toEqual({
      status: 204,
      body: "",
    });
    expect(await call("clock/now", "")).toMatchObject({ status: 200 });
  });

  it.each<[string, string, unknown, number, object]>([
    [
      "a wrong argument",
      "users/create",
      { username: 5 },
      400,
      { name: "ArgumentError", argument: "username" },
    ],
    ["an argument out of range", "users/create", { username: "" }, 400, { name: "ArgumentRangeError" }],
    ["a name that there is not", "users/create", { usrname: "x" }, 400, { argument: "usrname" }],
    ["what the rules do not allow", "users/ban", { userId: "1" }, 422, { name: "RangeError" }],
    ["a group that there is not", "people/create", {}, 404, { message: expect.stringContaining("users") }],
    ["people where none are", "actors/say", {}, 404, { message: expect.stringContaining("sdkpp-test exec") }],
    ["an operation that there is not", "users/add", {}, 404, { message: expect.stringContaining("create") }],
    ["a member of every object", "users/constructor", {}, 404, { name: "NotFound" }],
    ["a list", "users/create", [1], 400, { name: "ArgumentError", argument: "body" }],
    ["no JSON", "users/create", "{", 400, { message: "The body is not JSON." }],
  ])("names %s", async (_what, name, body, status, error) => {
    const answer = await call(name, body);
    expect({ status: answer.status, ...(JSON.parse(answer.body) as object) }).toMatchObject({
      status,
      error,
    });
  });

  it("answers as its document says", async () => {
    const { users, lobbies } = platform.control;
    const { applicationId } = platform.seeded;
    const { id } = users.create({ username: "unverified", isVerified: false, spammer: true });
    lobbies.create({ applicationId, memberIds: [id] });
    const { body } = await send(`${url}/control/v1/openapi.json`, { method: "GET" });
    const { paths, components } = JSON.parse(body) as Document;
    const wrong: unknown[] = [];
    const called: string[] = [];
    for (const [place, { post }] of Object.entries(paths)) {
      const { schema } = post?.responses["200"]?.content?.["application/json"] ?? {};
      if (schema === undefined || post?.requestBody?.required === true) continue;
      const answer = await send(url + place, { headers: json() });
      called.push(place);
      const check = new Ajv2020({ strict: false, validateFormats: false }).compile({ ...schema, components });
      if (!check(JSON.parse(answer.body))) wrong.push({ place, errors: check.errors });
    }
    expect({ wrong, called }).toEqual({ wrong: [], called: expect.arrayContaining([USERS, LOBBIES]) });
  });

  it("says what runs here without a token, and what it can do", async () => {
    const get = (place: string) => send(url + place, { method: "GET" });
    expect(JSON.parse((await get("/control/v1/health")).body)).toMatchObject({
      status: "ok",
      addresses: { api: platform.endpoints.apiBase },
    });
    expect((await get("/")).body).toContain("A social game platform runs here");
    const { paths } = JSON.parse((await get("/control/v1/openapi.json")).body) as { paths: object };
    expect(paths).toHaveProperty("/control/v1/faults/impair");
    expect(await get("/control/v1/users/create")).toMatchObject({ status: 404 });
  });
});

describe("who may not use the control API", () => {
  const body = JSON.stringify({ username: "mallory" });

  it.each<[string, Record<string, string>, number]>([
    ["a program without the token", { authorization: "" }, 401],
    ["a program with another token", { authorization: `Bearer ${"x".repeat(32)}` }, 401],
    ["a program with the beginning of it", { authorization: "Bearer " }, 401],
    ["a page, even one that knows it", { origin: "https://evil.example" }, 403],
    ["a page without an origin of its own", { origin: "null" }, 403],
    ["a page whose name leads to this machine", { host: "evil.example" }, 403],
    ["a form, which needs no question before", { "content-type": "text/plain" }, 415],
  ])("%s", async (_who, headers, status) => {
    const answer = await call("users/create", body, { ...json(), ...headers });
    expect(answer.status).toBe(status);
    expect(answer.body).not.toContain(token);
    expect((await call("users/create", { username: "mallory" })).status).toBe(200);
  });

  it("a page asks in vain, before its request and for what is public", async () => {
    const headers = { origin: "https://evil.example", "access-control-request-method": "POST" };
    expect((await send(`${url}/control/v1/users/create`, { method: "OPTIONS", headers })).status).toBe(403);
    expect((await send(`${url}/control/v1/health`, { method: "GET", headers })).status).toBe(403);
    expect((await send(url, { method: "GET", headers: { host: "evil.example" } })).status).toBe(403);
  });

  it("the platform's own server has no control", async () => {
    const answer = await send(`${platform.endpoints.webBase}/control/v1/users/create`, {
      headers: json(),
      body,
    });
    expect(answer.status).toBe(404);
  });

  it("a body without end gets a 413, and the next request its answer", async () => {
    const headers = { ...json(), "content-length": String(33 << 20) };
    expect(await statusOf(`${url}/control/v1/users/create`, headers)).toBe(413);
    const deep = `{"username":${"[".repeat(100_000)}${"]".repeat(100_000)}}`;
    expect((await call("users/create", deep)).status).toBe(400);
    expect((await call("clock/now", {})).status).toBe(200);
  });
});

describe("control of a platform in another process", () => {
  it("has the operations of control, which answer later", async () => {
    const owner = await remote.users.create({ username: "dee" });
    const guild = await remote.guilds.create({
      name: "G",
      ownerId: owner.id,
      roles: [{ name: "big", permissions: 1n << 40n }],
      channels: [{ name: "general", kind: "text" }],
    });
    expect(guild.roles?.[0]).toMatchObject({ permissions: String(1n << 40n) });
    expect(await remote.as(owner.id).write(guild.channels[0]!.id, "hello")).toMatch(/^[0-9]+$/);
    expect(await remote.users.rename(owner.id, null)).toBeUndefined();
    const rule = await remote.faults.add({ route: "any", times: Infinity, what: "reset" });
    expect(rule.hits).toBe(0);
    await remote.faults.clear();
    expect(Object.keys(remote).sort()).toEqual(Object.keys(platform.control).concat("as").sort());
  });

  it("throws the errors of control, of the same classes", async () => {
    const [ada] = platform.seeded.userIds;
    const causes: [() => unknown, () => Promise<unknown>][] = [
      [() => platform.control.users.create({ username: "" }), () => remote.users.create({ username: "" })],
      [() => platform.control.users.rename(ada, 5 as never), () => remote.users.rename(ada, 5 as never)],
      [() => platform.control.users.ban("1"), () => remote.users.ban("1")],
      [() => platform.control.as("1").leaveCall(), () => remote.as("1").leaveCall()],
    ];
    for (const [here, there] of causes) {
      const thrown = await there().then(
        () => undefined,
        (error: unknown) => error,
      );
      expect(here).toThrow(thrown as Error);
      expect((thrown as Error).constructor.name).toBe(thrownBy(here).constructor.name);
    }
  });

  it("is found with its addresses and first records, by its access or in the environment", async () => {
    const { endpoints, seeded } = platform;
    expect(await connectPlatform(platform.controlApi)).toMatchObject({
      endpoints: { apiBase: endpoints.apiBase, ca: endpoints.ca },
      seeded: JSON.parse(JSON.stringify(seeded)) as object,
      control: { clock: expect.any(Object) },
    });
    await expect(connectPlatform({ url, token: "x" })).rejects.toMatchObject({ status: 401 });
    await expect(connectPlatform()).rejects.toThrow("access: expected an address, or SDKPP_CONTROL");
  });

  it("says that nothing answers, and that the token is wrong", async () => {
    const nowhere = connectControl({ url: "http://127.0.0.1:9", token: "x" });
    await expect(nowhere.clock.now()).rejects.toMatchObject({
      name: "ControlError",
      message: expect.stringContaining("No control API answers at http://127.0.0.1:9"),
    });
    await expect(connectControl({ url, token: "x" }).clock.now()).rejects.toMatchObject({ status: 401 });
    expect(() => connectControl({ url: "ftp://x", token: "x" })).toThrow("access.url: expected http://");
  });
});

describe("a socket and a data folder", () => {
  const folder = () => fs.mkdtempSync(path.join(os.tmpdir(), "sdkpp-control-"));

  it("are open to nobody else, and the token stays the same", async () => {
    const dataDir = folder();
    const socket = path.join(dataDir, "control.sock");
    const start = () => startPlatform({ dataDir, controlApi: { socket } });
    const first = await start();
    expect(first.controlApi!.url).toBe(`unix:${socket}`);
    const kept = path.join(dataDir, "control-token");
    for (const file of [socket, kept]) expect(fs.statSync(file).mode & 0o777).toBe(0o600);
    expect(await connectControl(first.controlApi!).clock.now()).toBeGreaterThan(0);
    await expect(startPlatform({ controlApi: { socket } })).rejects.toMatchObject({
      code: "CONTROL_SOCKET_UNUSABLE",
    });
    await first.stop();
    // Left over by a program that was killed.
    const holder = request({ socketPath: socket });
    holder.on("error", () => undefined);
    const second = await start();
    expect(second.controlApi!.token).toBe(first.controlApi!.token);
    expect(fs.readFileSync(kept, "utf8").trim()).toBe(second.controlApi!.token);
    await second.stop();
    fs.rmSync(dataDir, { recursive: true });
  });

  it("a file that is in the way stays", async () => {
    const dataDir = folder();
    const file = path.join(dataDir, "mine");
    fs.writeFileSync(file, "mine");
    await expect(startPlatform({ controlApi: { socket: file } })).rejects.toMatchObject({
      code: "CONTROL_SOCKET_UNUSABLE",
      message: expect.stringContaining(file),
    });
    expect(fs.readFileSync(file, "utf8")).toBe("mine");
    fs.rmSync(dataDir, { recursive: true });
  });

  it.each<[object, string]>([
    [{ port: 1, socket: "x" }, "controlApi: expected either port or socket"],
    [{ port: "1" }, "controlApi.port: expected a whole number"],
    [{ socket: "" }, "controlApi.socket: expected a string of at least 1 characters"],
    [{ token: "short" }, "controlApi.token: expected 16 to 256 visible characters, received 5 characters"],
    [{ token: 5 }, "controlApi.token: expected a string"],
  ])("options %o are refused", async (controlApi, message) => {
    await expect(startPlatform({ controlApi })).rejects.toThrow(message);
  });
});

describe("what the page of the platform shows", () => {
  const page = fs.readFileSync(path.resolve(import.meta.dirname, "../../../platform/README.md"), "utf8");
  const block = (language: string): string =>
    [...page.matchAll(new RegExp("control-api.test.ts -->\\n\\n```(\\w+)\\n([^]*?)```", "g"))].find(
      ([, named]) => named === language,
    )![2]!;
  const run = (command: string, args: readonly string[]) => {
    const env = { ...process.env, SDKPP_CONTROL: url, SDKPP_CONTROL_TOKEN: token };
    return promisify(execFile)(command, args, { env, cwd: import.meta.dirname });
  };

  it("curl and JavaScript make a user each, as printed", async () => {
    expect((await run("sh", ["-c", block("sh")])).stdout).toContain('"username":"cyd"');
    const { stdout } = await run(process.execPath, ["--input-type=module", "-e", block("js")]);
    expect(stdout).toMatch(/^\d+ \[\]\n$/);
  });
});

function thrownBy(work: () => unknown): Error {
  try {
    work();
  } catch (error) {
    return error as Error;
  }
  throw new Error("expected an error");
}
