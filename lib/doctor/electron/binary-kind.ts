/** The system that a program or a library is for. */
export interface BinaryKind {
  readonly platform: "linux" | "win32" | "darwin";
  /** as `process.arch`; more than one: a universal binary of macOS */
  readonly arches: readonly string[];
}

/** So many first bytes of a file are enough for {@link binaryKindOf}. */
export const BINARY_HEAD_BYTES = 4096;

const ELF_MACHINES: Readonly<Record<number, string>> = { 3: "ia32", 40: "arm", 62: "x64", 183: "arm64" };
const PE_MACHINES: Readonly<Record<number, string>> = { 0x14c: "ia32", 0x8664: "x64", 0xaa64: "arm64" };
const MACH_MACHINES: Readonly<Record<number, string>> = { 0x0100_0007: "x64", 0x0100_000c: "arm64" };
/** A class file of Java begins as a universal binary does, with a version where that has a small count. */
const FAT_SLICES_MAX = 8;

/** The kind of a binary by its first bytes; undefined for any other file. */
export function binaryKindOf(head: Uint8Array): BinaryKind | undefined {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  if (head.length < 32) return undefined;
  const magic = view.getUint32(0);
  if (magic === 0x7f45_4c46) return kind("linux", [ELF_MACHINES[view.getUint16(18, true)]]);
  if (magic === 0xcffa_edfe) return kind("darwin", [MACH_MACHINES[view.getUint32(4, true)]]);
  if (magic === 0xcafe_babe || magic === 0xcafe_babf) return universal(view, magic === 0xcafe_babf ? 32 : 20);
  return view.getUint16(0) === 0x4d5a ? portableExecutable(view) : undefined;
}

function kind(
  platform: BinaryKind["platform"],
  arches: readonly (string | undefined)[],
): BinaryKind | undefined {
  const known = arches.filter((arch) => arch !== undefined);
  return known.length === 0 ? undefined : { platform, arches: known };
}

function universal(view: DataView, sliceBytes: number): BinaryKind | undefined {
  const count = view.getUint32(4);
  if (count > FAT_SLICES_MAX || 8 + count * sliceBytes > view.byteLength) return undefined;
  const slices = Array.from({ length: count }, (_, at) => view.getUint32(8 + at * sliceBytes));
  return kind(
    "darwin",
    slices.map((type) => MACH_MACHINES[type]),
  );
}

function portableExecutable(view: DataView): BinaryKind | undefined {
  if (view.byteLength < 64) return undefined;
  const at = view.getUint32(60, true);
  if (at + 6 > view.byteLength || view.getUint32(at) !== 0x5045_0000) return undefined;
  return kind("win32", [PE_MACHINES[view.getUint16(at + 4, true)]]);
}
