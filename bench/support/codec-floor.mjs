import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { runFloor } from "./floor.mjs";

/**
 * libopus in a bare loop.
 * @param work `mix` packets or `encode` blocks
 * @param bytes these, as bench/floors/codec.cc reads them
 */
export async function codecFloor(work, bytes, seconds) {
  const folder = await mkdtemp(path.join(tmpdir(), "sdkpp-floor-"));
  try {
    const file = path.join(folder, "sound");
    await writeFile(file, bytes);
    return await runFloor("codec", [work, file, seconds]);
  } finally {
    await rm(folder, { recursive: true });
  }
}
