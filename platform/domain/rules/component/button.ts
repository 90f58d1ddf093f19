import { ButtonStyle, COMPONENT_LIMITS, ComponentType, type FieldErrorLeaf } from "sdkpp/wire";
import type { Button } from "../../records/component/component.js";
import { REQUIRED } from "../field-errors.js";
import { customId, emoji, forbid } from "./fields.js";
import type { Cursor } from "./reading.js";
import { built, choice, flag, maybe, must, readFields, snowflake, text, type Body } from "./readers.js";

/** Addresses that a link button can open: a page, or a place of the app. */
const LINK = /^(?:https?|discord):\/\/[^\s<>"{}|\\^`]+$/;

const FIELDS = {
  style: must(choice(Object.values(ButtonStyle))),
  label: maybe(text({ max: COMPONENT_LIMITS.buttonLabel })),
  emoji: maybe(emoji),
  custom_id: maybe(customId),
  url: maybe(text({ min: 1, max: COMPONENT_LIMITS.linkUrl }, LINK)),
  sku_id: maybe(snowflake),
  disabled: maybe(flag),
};

type Field = "custom_id" | "url" | "sku_id" | "label" | "emoji";
interface StyleRule {
  readonly needs: Field;
  readonly excludes: readonly Field[];
}

const ACTION: StyleRule = { needs: "custom_id", excludes: ["url", "sku_id"] };
/** The required and the forbidden fields of each style. */
const STYLES: Readonly<Record<Button["style"], StyleRule>> = {
  [ButtonStyle.Primary]: ACTION,
  [ButtonStyle.Secondary]: ACTION,
  [ButtonStyle.Success]: ACTION,
  [ButtonStyle.Danger]: ACTION,
  [ButtonStyle.Link]: { needs: "url", excludes: ["custom_id", "sku_id"] },
  [ButtonStyle.Premium]: { needs: "sku_id", excludes: ["custom_id", "label", "url", "emoji"] },
};

export function button(id: number, body: Body, at: Cursor): Button {
  const read = readFields(FIELDS, body, at);
  const { style, sku_id: skuId } = read;
  if (style !== undefined) {
    const { needs, excludes } = STYLES[style];
    if (body[needs] == null) at.of(needs).report(REQUIRED);
    forbid(body, at, excludes, `A button of style ${String(style)} cannot have this field.`);
  }
  if (style === ButtonStyle.Premium && skuId !== undefined && !at.context.isActiveSku(skuId))
    at.of("sku_id").report(unknownSku(skuId));
  return built<Button>({ type: ComponentType.Button, id, ...read });
}

const unknownSku = (id: string): FieldErrorLeaf => ({
  code: "COMPONENT_SKU_INVALID",
  message: `SKU ${id} is not an active SKU of the application.`,
});
