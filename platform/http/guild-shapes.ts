import { Type } from "typebox";

/** A picture as a data URI; the rule checks what it is, and its size. */
export const PictureShape = Type.String();

/** Bits of permissions: a decimal string, or a number. */
export const PermissionsShape = Type.Union([
  Type.String({ pattern: "^(0|[1-9][0-9]{0,19})$" }),
  Type.Integer({ minimum: 0 }),
]);
