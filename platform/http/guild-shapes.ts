import { Type } from "typebox";

/** Longest picture as a data URI, characters. */
const PICTURE_MAX = 1 << 19;

/** A picture as a data URI; the rule checks what it is. */
export const PictureShape = Type.String({ maxLength: PICTURE_MAX });

/** Bits of permissions: a decimal string, or a number. */
export const PermissionsShape = Type.Union([
  Type.String({ pattern: "^(0|[1-9][0-9]{0,19})$" }),
  Type.Integer({ minimum: 0 }),
]);
