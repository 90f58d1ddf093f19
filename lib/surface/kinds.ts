import type {
  ActivityActionTypes,
  ActivityPartyPrivacy,
  ActivityTypes,
  AudioModeType,
  CallError,
  CallStatus,
  ChannelType,
  ClientError,
  ClientStatus,
  RelationshipType,
  StatusType,
} from "../enums/index.js";

/** The enums of `sdkpp/enums` that stand in the table. */
export interface Enums {
  readonly ActivityActionTypes: ActivityActionTypes;
  readonly ActivityPartyPrivacy: ActivityPartyPrivacy;
  readonly ActivityTypes: ActivityTypes;
  readonly AudioModeType: AudioModeType;
  readonly CallError: CallError;
  readonly CallStatus: CallStatus;
  readonly ChannelType: ChannelType;
  readonly ClientError: ClientError;
  readonly ClientStatus: ClientStatus;
  readonly RelationshipType: RelationshipType;
  readonly StatusType: StatusType;
}
/** The name of an enum of `sdkpp/enums`. */
export type EnumName = keyof Enums;

/** The classes of `sdkpp` that fields from a page become. */
export type ValueClass = "Activity" | "ActivityInvite";

/** The look of a value, for programs that check it, read it from an object of the SDK, or make one of the SDK's objects from it. */
export type Shape =
  | { readonly is: "text" | "number" | "flag" | "id" | "time" | "texts" | "nothing" }
  | { readonly is: "enum"; readonly name: EnumName }
  | { readonly is: "optional" | "list"; readonly of: Shape }
  | {
      readonly is: "fields";
      readonly fields: Readonly<Record<string, Shape>>;
      /** made from the fields before the SDK gets them */
      readonly as?: ValueClass;
    };

/** A {@link Shape} that the compiler knows the type of. */
export type Kind<T> = Shape & { readonly __type?: T };

/** The type of the values of a kind. */
export type ValueOf<K> = K extends { readonly __type?: infer T } ? T : never;

export const TEXT: Kind<string> = { is: "text" };
export const NUMBER: Kind<number> = { is: "number" };
export const FLAG: Kind<boolean> = { is: "flag" };
/** Unix milliseconds; 0: never. */
export const TIME: Kind<number> = { is: "time" };
/** Key-value pairs of a game. */
export const TEXTS: Kind<Readonly<Record<string, string>>> = { is: "texts" };
/** The value of operations that only succeed or fail. */
export const NOTHING: Kind<undefined> = { is: "nothing" };

/** A 64-bit id. */
export function idOf<T extends string>(): Kind<T> {
  return { is: "id" };
}

/** The number of an enumerator. */
export function enumOf<K extends EnumName>(name: K): Kind<Enums[K]> {
  return { is: "enum", name };
}

/** undefined, or a value. */
export function optional<T>(of: Kind<T>): Kind<T | undefined> {
  return { is: "optional", of };
}

/** Any number of values. */
export function listOf<T>(of: Kind<T>): Kind<readonly T[]> {
  return { is: "list", of };
}

type Fields = Readonly<Record<string, Shape>>;
type FieldValues<F> = { readonly [K in keyof F]: ValueOf<F[K]> };

/** A record. */
export function fields<F extends Fields>(of: F): Kind<FieldValues<F>> {
  return { is: "fields", fields: of };
}

type Given<F> = { readonly [K in keyof F as undefined extends ValueOf<F[K]> ? never : K]: ValueOf<F[K]> } & {
  readonly [K in keyof F as undefined extends ValueOf<F[K]> ? K : never]?: ValueOf<F[K]>;
};

/** Fields that a page gives, of which optional ones may be missing, and that become an object of the SDK. */
export function made<F extends Fields>(as: ValueClass, of: F): Kind<Given<F>> {
  return { is: "fields", fields: of, as };
}
