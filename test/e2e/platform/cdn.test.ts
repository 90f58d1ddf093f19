// Pictures: set, announced, served, replaced; and what the address of a picture rejects.
import { startPlatform, type Platform } from "@sdkpp/platform";
import { UserHandle } from "sdkpp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { signIn } from "../../support/players.js";
import { waitFor } from "../../support/wait-for.js";

const PNG = Buffer.from("\x89PNG\r\n\x1a\nred", "latin1");
const GIF = Buffer.from("GIF89a moving", "latin1");
const uri = (bytes: Buffer): string => `data:image/png;base64,${bytes.toString("base64")}`;

let platform: Platform;
beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.stop());

const cdn = (path: string): Promise<Response> => fetch(`${platform.endpoints.webBase}/cdn/${path}`);

describe("the picture of a user", () => {
  it("reaches the client as an address that serves it, until it is replaced or removed", async () => {
    const { id } = platform.control.users.create({ username: "ada" });
    const client = await signIn(platform, id);
    const address = (): string =>
      client.getCurrentUserV2()?.avatarUrl(UserHandle.AvatarType.Gif, UserHandle.AvatarType.Png) ?? "";
    const set = async (image: string | null): Promise<void> => {
      const before = address();
      platform.control.users.setAvatar(id, image);
      await waitFor("another address", () => address() !== before);
    };

    const initial = await fetch(address());
    expect([initial.status, initial.headers.get("content-type")]).toEqual([200, "image/png"]);

    await set(uri(PNG));
    const first = address();
    const shown = await fetch(first);
    expect([shown.status, shown.headers.get("content-type")]).toEqual([200, "image/png"]);
    expect(Buffer.from(await shown.arrayBuffer())).toEqual(PNG);

    await set(uri(GIF));
    expect(address()).toMatch(/\/a_[0-9a-f]{32}\.gif$/);
    expect(Buffer.from(await (await fetch(address())).arrayBuffer())).toEqual(GIF);
    expect((await fetch(first)).status).toBe(404);

    await set(null);
    expect(address()).toMatch(/\/embed\/avatars\/[0-5]\.png$/);
    client.destroy();
  });
});

describe("the address of a picture", () => {
  it.each([
    "avatars/1/0123456789abcdef.png",
    "embed/avatars/6.png",
    "embed/avatars/0.svg",
    "avatars/1/..%2f..%2fsecret.png",
    "..%2f..%2fetc%2fpasswd",
    "x".repeat(300) + ".png",
    "",
  ])("that leads nowhere is answered with 404: %s", async (path) => {
    expect((await cdn(path)).status).toBe(404);
  });

  it("tells a browser that a picture is nothing else", async () => {
    const { headers } = await cdn("embed/avatars/0.png");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("content-security-policy")).toContain("sandbox");
  });
});
