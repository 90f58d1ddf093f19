// Files of sound with damage anywhere: their length is a number above 0, or unknown, and never an exception.
import fc from "fast-check";
import { expect, it } from "vitest";
import { soundLength } from "../../platform/domain/records/expression/sound-length.js";
import { oggFile } from "../support/ogg.js";
import { mp3Of } from "../support/sounds.js";
import { forRuns } from "./support-runs.js";

/** Properties below. */
const SHARES = 2;

const OGG = Buffer.from(oggFile([Buffer.alloc(300), Buffer.alloc(9)]));
const vorbis = Buffer.from(OGG);
Buffer.from("\x01vorbis\0\0\0\0\x01\x80\x3e\0\0", "latin1").copy(vorbis, OGG.indexOf("OpusHead"));
const tagged = Buffer.concat([Buffer.from("ID3\x04\0\0\0\0\0\x08", "latin1"), Buffer.alloc(8), mp3Of(5)]);
const FILES = [OGG, vorbis, Buffer.concat([OGG, vorbis]), mp3Of(5), tagged];

const mime = fc.constantFrom("audio/ogg", "audio/mpeg");
const change = fc.record({ at: fc.nat(), byte: fc.nat(255) });

function expectLength(type: "audio/ogg" | "audio/mpeg", file: Buffer): void {
  const length = soundLength(type, file) ?? 1;
  expect(Number.isFinite(length) && length > 0).toBe(true);
}

it("a damaged file of sound has a length, or none that is known", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...FILES),
      mime,
      fc.array(change, { maxLength: 8 }),
      fc.nat(),
      (whole, type, changes, cut) => {
        const file = Buffer.from(whole);
        for (const { at, byte } of changes) file[at % file.length] = byte;
        expectLength(type, file.subarray(0, cut % (file.length + 1)));
      },
    ),
    forRuns(5000, SHARES),
  );
});

it("so have any bytes", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 2000 }), mime, (bytes, type) =>
      expectLength(type, Buffer.from(bytes)),
    ),
    forRuns(2000, SHARES),
  );
});
