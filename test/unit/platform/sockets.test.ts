import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fittingReason, isSendableCode } from "../../../platform/sockets/closing.js";
import { targetOf } from "../../../platform/sockets/upgrade.js";

describe("the target of an upgrade", () => {
  it.each<[string | undefined, string, string | null]>([
    ["/gateway?v=10&encoding=json", "/gateway", "10"],
    ["/", "/", null],
    [undefined, "/", null],
    ["//", "//", null],
    ["//?v=8", "//", "8"],
    ["http://[", "http://[", null],
    ["/?v=%31%30", "/", "10"],
    ["/a?v=1?v=2", "/a", "1?v=2"],
  ])("is read from %s", (url, path, version) => {
    const target = targetOf(url);
    expect([target.path, target.query.get("v")]).toEqual([path, version]);
  });

  it("is read from any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (url) => {
        expect(targetOf(url).path).toBe(url.split("?", 1)[0]);
      }),
    );
  });
});

describe("a close frame", () => {
  it.each([1000, 1001, 1003, 1007, 1014, 3000, 4000, 4999])("may carry %i", (code) => {
    expect(isSendableCode(code)).toBe(true);
  });

  it.each([0, 999, 1004, 1005, 1006, 1015, 2999, 5000, 4000.5, NaN, "4000", null, undefined])(
    "may not carry %s",
    (code) => {
      expect(isSendableCode(code)).toBe(false);
    },
  );

  it("holds 123 bytes of reason text and never half a character", () => {
    expect(fittingReason("short")).toBe("short");
    expect(fittingReason("x".repeat(200))).toBe("x".repeat(123));
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 200 }), (reason) => {
        const fitting = fittingReason(reason);
        expect(Buffer.byteLength(fitting)).toBeLessThanOrEqual(123);
        expect(reason.startsWith(fitting)).toBe(true);
      }),
    );
  });
});
