import { describe, expect, it } from "vitest";
import { described, repositoryAddress } from "../../../scripts/pack/complete.mjs";
import { linksForPackage } from "../../../scripts/pack/links.mjs";

const place = { folder: "platform", has: (file: string) => file === "platform/LICENSE" };
const files = "https://host.example/o/n/{kind}/v1.2.3";
const linked = (text: string) => linksForPackage(text, { ...place, files });

describe("links of a packed page", () => {
  it.each([
    ["to a file of the package stay", "[a](LICENSE)", "[a](LICENSE)"],
    [
      "to another file of the repository become absolute",
      "see [a](../docs/x.md#part) and [b](README.md)",
      "see [a](https://host.example/o/n/blob/v1.2.3/docs/x.md#part) and [b](https://host.example/o/n/blob/v1.2.3/platform/README.md)",
    ],
    [
      "to a picture lead to its bytes",
      "![p](../bench/p.svg)",
      "![p](https://host.example/o/n/raw/v1.2.3/bench/p.svg)",
    ],
    [
      "to elsewhere and to a heading stay",
      "[a](https://x.example) [b](#c)",
      "[a](https://x.example) [b](#c)",
    ],
    [
      "in code stay",
      "```md\n[a](../x.md)\n```\n[a](../x.md)",
      "```md\n[a](../x.md)\n```\n[a](https://host.example/o/n/blob/v1.2.3/x.md)",
    ],
  ])("%s", (_what, given, expected) => {
    expect(linked(given)).toBe(expected);
  });

  it("are their text when the release names no repository", () => {
    const text = "[a *b*](../x.md), [c](LICENSE) ![p](../p.svg)";
    expect(linksForPackage(text, { ...place, files: undefined })).toBe("a *b*, [c](LICENSE) ");
  });
});

describe("the description of a packed package", () => {
  it("names the addresses of the release, and its folder", () => {
    expect(described({ name: "x" }, "https://host.example/o/n", "platform")).toEqual({
      name: "x",
      homepage: "https://host.example/o/n#readme",
      repository: { type: "git", url: "git+https://host.example/o/n.git", directory: "platform" },
      bugs: { url: "https://host.example/o/n/issues" },
    });
    expect(described({ name: "x" }, undefined, "")).toEqual({ name: "x" });
  });

  it("refuses an address that is none", () => {
    expect(repositoryAddress("")).toBeUndefined();
    for (const wrong of [
      "http://host.example/o/n",
      "https://host.example",
      "git@host:o/n",
      "https://host.example/o/n.git",
    ])
      expect(() => repositoryAddress(wrong)).toThrow("SDKPP_REPOSITORY: expected");
  });
});
