// Files of packaged apps, made up and damaged: each reader has a result or its own error, and nothing leads out of the app.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  ASAR_PREFIX_BYTES,
  AsarError,
  parseAsarHeader,
  parseAsarPrefix,
  type AsarEntry,
} from "../../lib/doctor/electron/asar-header.js";
import { binaryKindOf } from "../../lib/doctor/electron/binary-kind.js";
import { parseSignature } from "../../lib/doctor/electron/code-signature.js";
import { parseFuseWire } from "../../lib/doctor/electron/fuses.js";
import { asarFile, asarHeader, asarOf } from "../support/asar-file.js";
import { forRuns } from "./support-runs.js";

/** Properties below. */
const SHARES = 4;

/** As the doctor reads an archive; undefined: it was refused by the reader's own error. */
function read(archive: Uint8Array): ReadonlyMap<string, AsarEntry> | undefined {
  try {
    const prefix = parseAsarPrefix(archive.subarray(0, ASAR_PREFIX_BYTES), archive.length);
    const header = archive.subarray(ASAR_PREFIX_BYTES, ASAR_PREFIX_BYTES + prefix.headerBytes);
    return parseAsarHeader(header, prefix, archive.length);
  } catch (error) {
    if (error instanceof AsarError) return undefined;
    throw error;
  }
}

function expectInside(archive: Uint8Array): void {
  for (const [path, { at, size }] of read(archive) ?? []) {
    expect(path.split("/").filter((name) => ["", ".", ".."].includes(name) || /[\\\0]/.test(name))).toEqual(
      [],
    );
    expect(size >= 0 && (at === undefined || (at >= ASAR_PREFIX_BYTES && at + size <= archive.length))).toBe(
      true,
    );
  }
}

const change = fc.record({ at: fc.nat(), byte: fc.nat(255) });
const ARCHIVE = asarOf({ "a.js": "1", "node_modules/x/y.node": "22", "node_modules/x/z": "" }, [
  "node_modules/x/y.node",
]);

/** Headers of the right shape, with names and numbers of strangers in them. */
const { tree } = fc.letrec((tie) => ({
  tree: fc.oneof(
    { maxDepth: 5, depthIdentifier: "tree" },
    fc.record(
      { size: fc.oneof(fc.nat(30), fc.double()), offset: fc.oneof(fc.nat(30).map(String), fc.string()) },
      { requiredKeys: [] },
    ),
    fc.constantFrom<unknown>(
      { size: 3, unpacked: true },
      { link: "../../x" },
      { size: 1, offset: "-1" },
      null,
      [],
      7,
    ),
    fc.record({
      files: fc.dictionary(
        fc.oneof(fc.constantFrom("..", ".", "", "a/b", "a\\b", "__proto__", "a\0"), fc.string()),
        tie("tree"),
        { maxKeys: 4 },
      ),
    }),
  ),
}));

describe("an archive", () => {
  it("that is damaged anywhere is read or refused", () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 6 }), fc.nat(), (changes, cut) => {
        const archive = Buffer.from(ARCHIVE);
        for (const { at, byte } of changes) archive[at % archive.length] = byte;
        expectInside(archive.subarray(0, cut % (archive.length + 1)));
      }),
      forRuns(3000, SHARES),
    );
  });

  it("with any header is read or refused, and has files inside itself only", () => {
    fc.assert(
      fc.property(tree, fc.nat(40), (header, bytes) => {
        expectInside(Buffer.concat([asarHeader(JSON.stringify({ files: header })), Buffer.alloc(bytes)]));
        expectInside(Buffer.concat([asarHeader(JSON.stringify(header)), Buffer.alloc(bytes)]));
      }),
      forRuns(2000, SHARES),
    );
  });

  it("comes out as it went in", () => {
    const name = fc
      .string({ minLength: 1 })
      .filter((text) => !/^\.{1,2}$|[/\\\0]/.test(text) && text !== "__proto__");
    fc.assert(
      fc.property(fc.dictionary(name, fc.uint8Array({ maxLength: 20 }), { maxKeys: 5 }), (files) => {
        const archive = asarFile({
          files: {
            deep: {
              files: Object.fromEntries(Object.entries(files).map(([key, contents]) => [key, { contents }])),
            },
          },
        });
        const found = [...(read(archive) ?? [])].map(([path, { at = 0, size }]) => [
          path,
          Buffer.compare(archive.subarray(at, at + size), files[path.slice("deep/".length)]!),
        ]);
        expect(found.sort()).toEqual(
          Object.keys(files)
            .map((key) => [`deep/${key}`, 0])
            .sort(),
        );
      }),
      forRuns(500, SHARES),
    );
  });
});

it("any bytes are read or refused, as an archive, a program, a signature and fuses", () => {
  const starts = [
    "",
    "cafebabe00000002",
    "cffaedfe",
    "4d5a",
    "fade0cc0000000ff00000003",
    "7f454c46",
    "04000000",
    "01ff",
  ];
  fc.assert(
    fc.property(fc.constantFrom(...starts), fc.uint8Array({ maxLength: 300 }), (start, rest) => {
      const bytes = Buffer.concat([Buffer.from(start, "hex"), rest]);
      expectInside(bytes);
      const outcomes = [binaryKindOf(bytes)?.arches.length ?? 1, parseSignature(bytes), parseFuseWire(bytes)];
      expect(outcomes[0]).toBeGreaterThan(0);
    }),
    forRuns(5000, SHARES),
  );
});

describe("a header is refused", () => {
  const deep = (levels: number): string =>
    '{"files":{"a":'.repeat(levels) + '{"files":{}}' + "}}".repeat(levels);
  it.each([
    ["TOO_DEEP", asarHeader(deep(300))],
    ["HEADER_IS_NO_JSON", asarHeader("{")],
    ["BAD_ENTRY", asarHeader('{"files":{"..":{"files":{}}}}')],
    ["BAD_ENTRY", asarHeader('{"files":{"a":{"size":1,"offset":"0"}}}')],
    ["BAD_ENTRY", asarHeader("[]")],
    ["NO_ARCHIVE", Buffer.alloc(20, "PK")],
    ["NO_ARCHIVE", Buffer.concat([Buffer.from([5]), asarHeader('{"files":{}}').subarray(1)])],
    ["TOO_SHORT", asarHeader('{"files":{}}').subarray(0, 20)],
    ["TOO_SHORT", Buffer.alloc(3)],
    ["HEADER_TOO_LARGE", Buffer.from("04000000fcffff7f000000700000006f", "hex")],
  ])("as %s", (problem, archive) => {
    const all = () => {
      const prefix = parseAsarPrefix(archive.subarray(0, ASAR_PREFIX_BYTES), archive.length);
      parseAsarHeader(
        archive.subarray(ASAR_PREFIX_BYTES, ASAR_PREFIX_BYTES + prefix.headerBytes),
        prefix,
        archive.length,
      );
    };
    expect(all).toThrow(expect.objectContaining({ name: "AsarError", problem }));
  });

  it("as TOO_MANY_FILES", () => {
    const many = Object.fromEntries(
      Array.from({ length: 500_001 }, (_, at) => [String(at), { size: 0, unpacked: true }]),
    );
    const header = Buffer.from(JSON.stringify({ files: many }));
    expect(() => parseAsarHeader(header, { headerBytes: header.length, filesAt: 0 }, header.length)).toThrow(
      expect.objectContaining({ problem: "TOO_MANY_FILES" }),
    );
  });
});
