import { KeywordPreset } from "./auto-moderation-rule.js";

/**
 * Short word lists of our own, enough to trigger a rule in a test: the lists of the real platform are not public, and a list
 * of real slurs has no place in a test tool.
 */
const WORDS: ReadonlyMap<number, readonly string[]> = new Map([
  [KeywordPreset.Profanity, ["bloody", "bollocks", "crap", "damn*", "goddamn*", "hell"]],
  [KeywordPreset.SexualContent, ["hentai", "nsfw", "porn*", "sexting", "xxx"]],
  [KeywordPreset.Slurs, ["cretin*", "dimwit*", "idiot*", "imbecile*", "moron*"]],
]);

/** The keywords of some of `KeywordPreset`. */
export function presetKeywords(presets: readonly number[]): string[] {
  return presets.flatMap((preset) => WORDS.get(preset) ?? []);
}
