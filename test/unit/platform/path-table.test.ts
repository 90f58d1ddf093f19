import { describe, expect, it } from "vitest";
import { PathTable } from "../../../platform/http/path-table.js";

const LENGTH_MAX = 9;
const PATHS = [
  "/gateway",
  "/users/@me",
  "/users/{user}",
  "/users/@me/guilds",
  "/users/{user}/messages",
  "/users/{user}/messages/{message}",
  "/channels/{channel}/messages/{message}",
  "/channels/{channel}/messages/pins",
];
const table = new PathTable<string>(LENGTH_MAX);
for (const path of PATHS) table.add(path, path);

describe("the table of paths", () => {
  it.each<[string, string, object]>([
    ["/gateway", "/gateway", {}],
    ["/gateway/", "/gateway", {}],
    ["/users/7", "/users/{user}", { user: "7" }],
    ["/users//messages", "/users/{user}/messages", { user: "" }],
    ["/users/@me", "/users/@me", {}],
    ["/users/%40me", "/users/@me", {}],
    ["/users/a%2Fb", "/users/{user}", { user: "a/b" }],
    ["/users/a%2541", "/users/{user}", { user: "a%41" }],
    ["/users/@me/messages", "/users/{user}/messages", { user: "@me" }],
    ["/users/@me/messages/5", "/users/{user}/messages/{message}", { user: "@me", message: "5" }],
    ["/channels/1/messages/pins", "/channels/{channel}/messages/pins", { channel: "1" }],
    ["/channels/1/messages/pin", "/channels/{channel}/messages/{message}", { channel: "1", message: "pin" }],
    [`/users/${"9".repeat(LENGTH_MAX)}`, "/users/{user}", { user: "9".repeat(LENGTH_MAX) }],
  ])("finds %s", (address, value, params) => {
    expect(table.find(address)).toEqual({ value, params });
  });

  it.each([
    "/",
    "/users",
    "/gateways",
    "/gateway/1",
    "/users/7/guilds",
    "/users//7",
    "/gateway//",
    `/users/${"9".repeat(LENGTH_MAX + 1)}`,
    `/users/${"%39".repeat(4)}`,
  ])("finds nothing for %s", (address) => expect(table.find(address)).toBeUndefined());

  it("returns names in the order of the path, whatever they are", () => {
    const other = new PathTable<number>(LENGTH_MAX);
    other.add("/{b}/{a}", 1);
    expect(Object.entries(other.find("/x/y")?.params ?? {})).toEqual([
      ["b", "x"],
      ["a", "y"],
    ]);
  });
});
