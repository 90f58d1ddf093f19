import { randomBytes } from "../../net/index.js";
import { booleanArgument, choiceArgument, showType } from "../../protocol/index.js";
import { ArgumentError } from "../../wire/index.js";
import { openFile } from "../../call/recording/open-file.js";
import { Recording, type RecordingParts, type RecordOptions } from "./recording.js";

/** @throws {ArgumentError} naming the invalid property */
export function recordArgument(options: RecordOptions): Required<RecordOptions> {
  if (typeof options !== "object" || options === null)
    throw new ArgumentError("options", 'an object such as { folder, format: "ogg" }', showType(options));
  const { folder, format, mix = false, gapless = true } = options;
  if (typeof folder !== "string" || folder === "")
    throw new ArgumentError("options.folder", "the path of a folder", showType(folder));
  return {
    folder,
    format: choiceArgument("options.format", format, ["wav", "ogg"]),
    mix: booleanArgument("options.mix", mix),
    gapless: booleanArgument("options.gapless", gapless),
  };
}

/** Begins a recording into files of the system. */
export function startRecording(
  parts: Omit<RecordingParts, "openFile" | "makeFolder" | "unixTime" | "random">,
): Recording {
  return Recording.of({
    ...parts,
    openFile,
    makeFolder: async (folder) => {
      const { mkdir } = await import("node:fs/promises");
      await mkdir(folder, { recursive: true });
    },
    unixTime: () => Date.now(),
    random: randomBytes,
  });
}
