// Files of stickers: what they are, and their limits.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readStickerFile } from "../../../platform/domain/records/expression/sticker-file.js";
import { gifOf, lottieOf, pngOf } from "../../support/pictures.js";

const read = (file: string | Uint8Array): unknown => {
  const found = readStickerFile(Buffer.from(file));
  return typeof found === "string" ? found : found.format;
};
const [png, gif] = [pngOf(320, 320), gifOf(320, 320, [10])];

describe("the file of a sticker", () => {
  it.each<[string, string | Uint8Array, unknown]>([
    ["a PNG of the largest size", png, 1],
    ["an APNG of five seconds", pngOf(1, 1, [250, 250]), 2],
    ["a Lottie animation of five seconds", lottieOf({ op: 150 }), 3],
    ["a GIF of five seconds", gifOf(320, 320, [300, 200]), 4],
    ["a still GIF", gifOf(1, 1), 4],
    ["a PNG that is too wide", pngOf(321, 320), "size"],
    ["a PNG that is too high", pngOf(1, 321), "size"],
    ["a PNG without pixels in a row", pngOf(0, 1), "size"],
    ["an APNG that is too long", pngOf(1, 1, [250, 251]), "duration"],
    ["a GIF that is too wide", gifOf(321, 1), "size"],
    ["a GIF that is too long", gifOf(1, 1, [300, 201]), "duration"],
    ["half a PNG", png.slice(0, 40), "format"],
    ["a PNG without an end", png.slice(0, -12), "format"],
    ["half a GIF", gif.slice(0, -1), "format"],
    ["the start of a GIF", "GIF89a", "format"],
    ["text", "sword", "format"],
    ["nothing", "", "format"],
    ["JSON that is no animation", "{}", "lottie-json"],
    ["half an animation", lottieOf().slice(0, -1), "lottie-json"],
    ["an animation whose assets are no list", lottieOf({ assets: {} }), "lottie-json"],
    ["deep JSON", `{"v":${"[".repeat(500_000)}`, "lottie-json"],
    [
      "an animation with pixels",
      lottieOf({ assets: [{ id: "a", p: "data:image/png;base64," }] }),
      "lottie-raster",
    ],
    ["an animation that is too wide", lottieOf({ w: 321 }), "lottie-size"],
    ["an animation that is too fast", lottieOf({ fr: 61 }), "lottie-rate-max"],
    ["an animation that is too slow", lottieOf({ fr: 0 }), "lottie-rate"],
    ["an animation without frames", lottieOf({ op: 0 }), "lottie-rate"],
    ["an animation with too many frames", lottieOf({ op: 1001, fr: 60 }), "lottie-frames"],
    ["an animation that is too long", lottieOf({ op: 151 }), "duration"],
  ])("%s", (_title, file, expected) => expect(read(file)).toBe(expected));

  it("may be any bytes", () => {
    const damaged = fc.tuple(fc.constantFrom(png, gif, pngOf(9, 9, [1])), fc.nat(120), fc.uint8Array());
    fc.assert(
      fc.property(damaged, ([file, at, bytes]) => {
        expect(() => read(Buffer.concat([file.slice(0, at), bytes, file.slice(at)]))).not.toThrow();
      }),
    );
  });
});
