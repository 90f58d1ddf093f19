/** Texts that no name may have, in any case. */
const FORBIDDEN_PARTS = ["@", "#", ":", "```", "discord"];
const FORBIDDEN_NAMES: ReadonlySet<string> = new Set(["everyone", "here"]);

/** Whether an account may have this name. */
export function isAllowedUsername(name: string): boolean {
  const text = name.trim().toLowerCase();
  return !FORBIDDEN_NAMES.has(text) && !FORBIDDEN_PARTS.some((part) => text.includes(part));
}
