// A page may let its own name resolve to this machine (DNS rebinding).
import { request } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Platform } from "@sdkpp/platform";
import { beforeAll, describe, expect, it } from "vitest";
import WebSocket from "ws";
import { platformForTest } from "./support-platform.js";
import { HostRule } from "../../../platform/sockets/host-rule.js";

function statusOf(platform: Platform, path: string, host: string): Promise<number | undefined> {
  const { port } = new URL(platform.endpoints.webBase);
  return new Promise((resolve, reject) => {
    const headers = { host: host.replace("PORT", port) };
    request({ host: "127.0.0.1", port, path, headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .once("error", reject)
      .end();
  });
}

function upgradeOf(platform: Platform, path: string, host: string): Promise<string> {
  const { port } = new URL(platform.endpoints.webBase);
  const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, {
    headers: { host: host.replace("PORT", port) },
  });
  return new Promise((resolve) => {
    socket.once("error", ({ message }) => resolve(message));
    socket.once("open", () => {
      socket.terminate();
      resolve("open");
    });
  });
}

describe("the names of a platform", () => {
  it.each([
    ["localhost", true],
    ["LOCALHOST:80", true],
    ["127.0.0.1:1", true],
    ["127.1.2.3", true],
    ["[::1]:8080", true],
    ["123.localhost:1", true],
    ["tunnel.example", true],
    ["Tunnel.Example:443", true],
    [undefined, true],
    ["", false],
    ["evil.example", false],
    ["localhost.evil.example", false],
    ["127.0.0.1.evil.example", false],
    ["evil.example#localhost", false],
    ["a.tunnel.example", false],
    ["192.168.0.1", false],
    ["[::2]", false],
  ])("%s: %s", (host, isAdmitted) => {
    expect(new HostRule(["tunnel.example"]).admits(host)).toBe(isAdmitted);
  });
});

describe("a platform under a stranger's name", () => {
  let target: string;
  beforeAll(async () => {
    const server = createServer((_request, response) => response.end("secret")).listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    target = `127.0.0.1:${String((server.address() as AddressInfo).port)}`;
    return () => void server.close();
  });

  it("answers nothing: neither its API, nor files, nor activities, nor sockets", async () => {
    const platform = await platformForTest({ hosts: ["tunnel.example"] });
    const id = platform.seeded.applicationId;
    platform.control.activities.setUrlMappings(id, [{ prefix: "/", target }]);
    const paths = {
      [`/_proxy/${id}/`]: 200,
      "/api/v10/gateway": 200,
      "/cdn/embed/avatars/0.png": 200,
      "/.well-known/openid-configuration": 200,
      "/nowhere": 404,
    };
    for (const [path, status] of Object.entries(paths)) {
      expect([path, await statusOf(platform, path, "evil.example:PORT")]).toEqual([path, 403]);
      for (const host of ["localhost:PORT", "127.0.0.1:PORT", "tunnel.example"])
        expect([path, await statusOf(platform, path, host)]).toEqual([path, status]);
    }
    for (const path of ["/gateway?v=10", `/_proxy/${id}/`])
      expect(await upgradeOf(platform, path, "evil.example:PORT")).toBe("Unexpected server response: 403");
    expect(await upgradeOf(platform, "/gateway?v=10", "tunnel.example")).toBe("open");
  });
});
