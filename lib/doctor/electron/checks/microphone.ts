import fs from "node:fs";
import { failed, ok, skipped, type Finding } from "../../finding.js";
import type { PackagedApp } from "../packaged-app.js";

const CHECK = "microphone";
const KEY = "NSMicrophoneUsageDescription";
const REMEDY = `say for what the app uses it: mac: { extendInfo: { ${KEY}: "..." } } for electron-builder, packagerConfig: { extendInfo: ... } for Electron Forge`;

/** Whether macOS can ask the player: it ends a program that opens a microphone without saying for what. */
export function checkMicrophone({ layout }: PackagedApp): Finding {
  if (layout.platform !== "darwin") return skipped(CHECK, "only macOS wants to be told for what it is used");
  if (layout.infoPlist === undefined) return failed(CHECK, "there is no Info.plist", "pack the app again");
  const text = fs.readFileSync(layout.infoPlist, "utf8");
  if (text.startsWith("bplist"))
    return skipped(CHECK, "Info.plist is binary: plutil -convert xml1 makes it readable");
  const [, words = ""] = new RegExp(`<key>${KEY}</key>\\s*<string>([^<]*)</string>`).exec(text) ?? [];
  if (words.trim() === "")
    return failed(
      CHECK,
      `${KEY} is not in Info.plist: macOS ends the app when a call opens the microphone`,
      REMEDY,
    );
  return ok(CHECK, `macOS asks with the words: ${words.trim()}`);
}
