import fc from "fast-check";

type Edit = (bytes: Uint8Array) => Uint8Array;

const place = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });
const at = (bytes: Uint8Array, share: number) => Math.floor(share * bytes.length);

const setByte = fc.tuple(place, fc.nat(255)).map(([where, value]): Edit => {
  return (bytes) => bytes.map((byte, index) => (index === at(bytes, where) ? value : byte));
});
const truncate = place.map(
  (where): Edit =>
    (bytes) =>
      bytes.slice(0, at(bytes, where)),
);
const cut = fc.tuple(place, fc.nat(70)).map(([where, length]): Edit => {
  return (bytes) => joined(bytes.subarray(0, at(bytes, where)), bytes.subarray(at(bytes, where) + length));
});
const insert = fc.tuple(place, fc.uint8Array({ minLength: 1, maxLength: 40 })).map(([where, piece]): Edit => {
  return (bytes) => joined(bytes.subarray(0, at(bytes, where)), piece, bytes.subarray(at(bytes, where)));
});
const repeat = fc.tuple(place, place, fc.integer({ min: 1, max: 30 })).map(([from, to, times]): Edit => {
  return (bytes) => {
    const piece = bytes.subarray(Math.min(at(bytes, from), at(bytes, to)), at(bytes, to));
    return joined(
      bytes.subarray(0, at(bytes, to)),
      ...Array.from({ length: times }, () => piece),
      bytes.subarray(at(bytes, to)),
    );
  };
});
/** A length far beyond the input. */
const hugeLength = fc
  .tuple(place, fc.constantFrom([0xbf, 0xff, 0xff, 0xff], [0x7f, 0xff], [0x80, 0, 0x40, 0]))
  .map(
    ([where, header]): Edit =>
      (bytes) =>
        joined(
          bytes.subarray(0, at(bytes, where)),
          Uint8Array.from(header),
          bytes.subarray(at(bytes, where) + header.length),
        ),
  );

/** One to four changes of the kinds that break parsers. */
export const edits: fc.Arbitrary<Edit> = fc
  .array(fc.oneof({ weight: 5, arbitrary: setByte }, truncate, cut, insert, repeat, hugeLength), {
    minLength: 1,
    maxLength: 4,
  })
  .map((all) => (bytes) => all.reduce((changed, edit) => edit(changed), bytes));

function joined(...parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts));
}
