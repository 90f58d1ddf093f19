import { version } from "./version.js";

/** What runs, in words for a report of an error. */
export function generateDependencyReport(): string {
  const rule = "-".repeat(50);
  const lines = [
    "Core Dependencies",
    `- @sdkpp/discordjs-voice: ${version}, in place of @discordjs/voice`,
    `- node: ${process.version}, ${process.platform} ${process.arch}`,
    "",
    "Opus, Encryption, DAVE",
    "- native, in sdkpp: no other package is used",
  ];
  return [rule, ...lines, rule].join("\n");
}
