import { AvatarTypes } from "sdkpp/enums";
import type { MessageHandle, UserHandle } from "sdkpp";
import { MESSAGE, USER, type Shape } from "sdkpp/surface";

type Source = Readonly<Record<string, unknown>>;

/** Fields that are no property of the object of the SDK: what they are made from. */
const MADE = new Map<Shape, (source: never) => Source>([
  [USER, (user: UserHandle) => ({ avatarUrl: user.avatarUrl(AvatarTypes.Gif, AvatarTypes.Png) })],
  [MESSAGE, (message: MessageHandle) => ({ lobbyId: message.lobby?.id })],
]);

/** Reads what the table says from an object of the SDK, and nothing else: a plain value, with ids as texts. */
export function read(shape: Shape, source: unknown): unknown {
  switch (shape.is) {
    case "fields":
      return readFields(shape, source as Source);
    case "list":
      return (source as readonly unknown[]).map((one) => read(shape.of, one));
    case "optional":
      // ids that stand for nothing are 0 in the SDK
      return source === undefined || source === 0n ? undefined : read(shape.of, source);
    case "id":
      return String(source);
    case "time":
      return Number(source);
    case "texts":
      return { ...(source as Source) };
    case "nothing":
      return undefined;
    default:
      return source;
  }
}

function readFields(shape: Shape & { is: "fields" }, source: Source): Source {
  const made = MADE.get(shape)?.(source as never);
  const names = Object.entries(shape.fields);
  return Object.fromEntries(
    names.map(([name, of]) => [
      name,
      read(of, made !== undefined && name in made ? made[name] : source[name]),
    ]),
  );
}
