import { isWebAddress, LOBBY_IDLE_MAX_S, LOBBY_IDLE_MIN_S, type WebAddress } from "sdkpp/wire";
import { Type, type TSchema } from "typebox";

/** An id: a decimal string, or a number, which the lossless parser keeps exact. */
export const SnowflakeShape = Type.Union([
  Type.String({ pattern: "^(0|[1-9][0-9]{0,19})$" }),
  Type.Integer({ minimum: 0 }),
]);

/** Text without what an address has to encode. */
const UNENCODED = '^[^\\s<>"{}|\\\\^`]*$';

/** An address that needs no further encoding to be sent back. Handlers get it parsed. */
export function webAddressShape(maxLength: number) {
  const text = Type.String({ maxLength, pattern: UNENCODED });
  return Type.Unsafe<WebAddress>(Type.Refine(text, (value) => isWebAddress(value)));
}

/** Such an address, or the name of a file of the message. */
export function pictureAddressShape(maxLength: number) {
  const text = Type.String({ maxLength, pattern: UNENCODED });
  return Type.Refine(text, (value) => ATTACHMENT.test(value) || isWebAddress(value));
}

const ATTACHMENT = /^attachment:\/\/[A-Za-z0-9_.()-]+$/;

/** Absent and null are both allowed. */
export function maybe<T extends TSchema>(schema: T) {
  return Type.Optional(Type.Union([schema, Type.Null()]));
}

/** Matches keys with line breaks too; otherwise typebox would not check their values. */
const AnyKey = Type.String({ pattern: "^[^]*$" });

/** A map of strings. @param limits maximum number of pairs, and maximum lengths of keys and values */
export function pairs({ count, key, value }: { count: number; key: number; value: number }) {
  return Type.Record(AnyKey, Type.String({ maxLength: value }), {
    maxProperties: count,
    // typebox does not check the length of a record's key type.
    propertyNames: Type.String({ maxLength: key }),
  });
}

/** At most 25 keys; 1024 characters for each key and value (H§5.1). */
export const MetadataShape = pairs({ count: 25, key: 1024, value: 1024 });

export const IdleTimeoutShape = Type.Integer({ minimum: LOBBY_IDLE_MIN_S, maximum: LOBBY_IDLE_MAX_S });
export const FlagShape = Type.Integer({ minimum: 0, maximum: 1 });
export const AdditionalNameShape = Type.String({ minLength: 1, maxLength: 80 });

/** After how many minutes without activity a thread is archived. */
export const AutoArchiveShape = Type.Union([
  Type.Literal(60),
  Type.Literal(1440),
  Type.Literal(4320),
  Type.Literal(10_080),
]);
