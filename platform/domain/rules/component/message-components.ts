import { COMPONENT_LIMITS, type FieldErrorLeaf } from "sdkpp/wire";
import type { MessageComponent } from "../../records/component/component.js";
import { numbered, withIds } from "../../records/component/tree.js";
import { invalidForm } from "../faults.js";
import type { Fault } from "../outcome.js";
import { components, TOP } from "./layout.js";
import { Cursor, Reading, type ComponentContext } from "./reading.js";
import { maybe } from "./readers.js";

/** The fields of a message that its components have to do with. */
export interface MessageParts {
  /** The components as sent, unchecked. */
  readonly components?: unknown;
  readonly content?: string | null | undefined;
  readonly embeds?: readonly unknown[] | null | undefined;
  readonly sticker_ids?: readonly unknown[] | null | undefined;
  readonly poll?: unknown;
}

/** The context of a message's components. */
export interface MessageContext extends Omit<ComponentContext, "kind"> {
  /** Whether the message has the flag `IS_COMPONENTS_V2`. */
  readonly isV2: boolean;
}

/** Fields that components replace. */
const LEGACY_FIELDS = ["content", "embeds", "sticker_ids", "poll"] as const;

/**
 * Checks and reads the components of a message (H§11). Its cost is bounded for any input: at most 41 components are read.
 *
 * @returns the components with their ids and defaults, empty without any; or 50035 with everything that is wrong, at its place
 */
export function messageComponents(
  parts: MessageParts,
  { isV2, ...context }: MessageContext,
): readonly MessageComponent[] | Fault {
  const reading = new Reading({ kind: "message", ...context });
  const root = new Cursor(reading);
  const top = root.of("components");
  if (isV2)
    for (const name of LEGACY_FIELDS.filter((one) => isGiven(parts[one]))) root.of(name).report(legacy(name));
  const table = isV2 ? components(TOP.message) : components(TOP.legacy, { max: COMPONENT_LIMITS.rows });
  const read = (maybe(table)(parts.components, top) ?? []) as MessageComponent[];
  if (reading.isFull) top.report(TOO_MANY);
  if (reading.textLength > COMPONENT_LIMITS.text) top.report(tooMuchText(reading.textLength));
  if (reading.errors !== undefined) return invalidForm(reading.errors);
  return isV2 ? numbered(read) : withIds(read, () => 0);
}

function isGiven(part: unknown): boolean {
  return part != null && part !== "" && !(Array.isArray(part) && part.length === 0);
}

const legacy = (name: string): FieldErrorLeaf => ({
  code: "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
  message: `The '${name}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2`,
});

const TOO_MANY: FieldErrorLeaf = {
  code: "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
  message: `The maximum number of total components (${String(COMPONENT_LIMITS.total)}) has been exceeded`,
};

const tooMuchText = (length: number): FieldErrorLeaf => ({
  code: "COMPONENT_MAX_TOTAL_TEXT_EXCEEDED",
  message: `Displayed text exceeds maximum size of ${String(COMPONENT_LIMITS.text)}, was ${String(length)}.`,
});
