import { describe, expect, it } from "vitest";
import { readImageData } from "../../../platform/domain/records/picture/image-data.js";
import { readPicture } from "../../../platform/domain/rules/picture-input.js";
import { defaultAvatar } from "../../../platform/pages/default-avatar.js";

const uri = (bytes: Uint8Array, type = "image/png"): string =>
  `data:${type};base64,${Buffer.from(bytes).toString("base64")}`;
const bytesOf = (text: string): Buffer => Buffer.from(text, "latin1");
const PNG = bytesOf("\x89PNG\r\n\x1a\n0123456789");

describe("a picture in a data URI", () => {
  it.each([
    ["image/png", PNG],
    ["image/jpeg", bytesOf("\xff\xd8\xff\xe0 picture")],
    ["image/gif", bytesOf("GIF89a picture")],
    ["image/webp", bytesOf("RIFF1234WEBP picture")],
  ])("is a %s by its bytes, whatever the URI says", (mime, bytes) => {
    expect(readImageData(uri(bytes, "image/svg+xml"))).toEqual({
      mime,
      data: bytes.toString("base64"),
      bytes: bytes.length,
    });
  });

  it.each([
    ["an address", "https://example.test/a.png"],
    ["text", "data:text/plain;base64,aGVsbG8="],
    ["HTML that claims to be a picture", uri(bytesOf("<script>alert(1)</script>"))],
    ["base64 with other characters", "data:image/png;base64,iVBORw0KGgo*"],
    ["base64 of the wrong length", "data:image/png;base64,iVBORw0KGgoA="],
    ["no base64", "data:image/png,iVBORw0KGgo="],
    ["nothing", ""],
  ])("is not %s", (_title, text) => {
    expect(readImageData(text)).toBeUndefined();
  });

  it("is rejected by the name of its field, and above its size", () => {
    expect(readPicture("avatar", "x")).toMatchObject({ code: 50_035, errors: { avatar: {} } });
    expect(readPicture("image", uri(PNG), PNG.length - 1)).toMatchObject({
      errors: { image: { _errors: [{ code: "BINARY_TYPE_MAX_SIZE" }] } },
    });
    expect(readPicture("image", uri(PNG), PNG.length)).toMatchObject({ mime: "image/png" });
    expect([readPicture("avatar", null), readPicture("avatar", undefined)]).toEqual([null, undefined]);
  });
});

describe("a default avatar", () => {
  it("is a PNG, another one for each number", () => {
    const all = [0, 1, 2, 3, 4, 5].map(defaultAvatar);
    expect(new Set(all.map((bytes) => bytes.toString("base64"))).size).toBe(6);
    for (const bytes of all) expect(readImageData(uri(bytes))).toMatchObject({ mime: "image/png" });
  });
});
