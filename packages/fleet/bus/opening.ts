/** What is said when a link is opened: a request to a voice process, and its answer. */

/** Of both sides' random bytes: each makes half of the salt of the link's keys. */
export const SALT_BYTES = 16;
export const LINK_ID = /^[0-9a-f]{32}$/;

/** The reasons of a voice process that takes no call. */
export type Refusal = "full" | "draining" | "no lease";

export interface OpenRequest {
  readonly link: string;
  /** hex */
  readonly salt: string;
}

export type OpenAnswer = { readonly salt: string } | { readonly refused: Refusal };

export const openPurpose = (process: string): string => `open ${process}`;
export const openedPurpose = (link: string): string => `opened ${link}`;

/** @returns undefined: it has another form */
export function parseOpenRequest(value: unknown): OpenRequest | undefined {
  const { link, salt } = fieldsOf(value);
  if (typeof link !== "string" || !LINK_ID.test(link) || !isSalt(salt)) return undefined;
  return { link, salt };
}

/** @returns undefined: it has another form */
export function parseOpenAnswer(value: unknown): OpenAnswer | undefined {
  const { salt, refused } = fieldsOf(value);
  if (isSalt(salt)) return { salt };
  return refused === "full" || refused === "draining" || refused === "no lease" ? { refused } : undefined;
}

/** @param controller hex @param worker hex */
export function linkSalt(link: string, controller: string, worker: string): Uint8Array {
  return Buffer.from(link + controller + worker, "hex");
}

function isSalt(value: unknown): value is string {
  return typeof value === "string" && value.length === 2 * SALT_BYTES && /^[0-9a-f]+$/.test(value);
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
