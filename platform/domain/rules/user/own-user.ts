import { USERNAME_MAX, USERNAME_MIN, type UserPayload } from "sdkpp/wire";
import { avatarSlot, bannerSlot } from "../../records/picture/picture-slots.js";
import { isAllowedUsername } from "../../records/user/names.js";
import type { User } from "../../records/user/user.js";
import { connectionView } from "../../views/user/connection.js";
import { ownUserView } from "../../views/user/user.js";
import { isShownToApplications } from "../../records/user/connection.js";
import type { Actor } from "../../world/oauth2/actor.js";
import type { PictureWorld } from "../../world/picture/picture-world.js";
import { replacePicture } from "../../world/picture/pictures.js";
import type { DigestPort } from "../../world/ports.js";
import type { ClockPort } from "../../world/ports.js";
import type { UserWorld } from "../../world/user/user-world.js";
import { invalidField } from "../faults.js";
import { done, Fault, type Result } from "../outcome.js";
import { readPicture } from "../picture-input.js";

/** A bot's changes of its account; omitted fields keep their value. */
export interface OwnUserInput {
  readonly username?: string | undefined;
  /** Data URI; null takes it away. */
  readonly avatar?: string | null | undefined;
  readonly banner?: string | null | undefined;
}

/** `PATCH /users/@me`: by a bot. */
export function updateOwnUser(
  world: UserWorld & PictureWorld & DigestPort,
  actor: Actor,
  input: OwnUserInput,
): Result<UserPayload> {
  const before = world.users.get(actor.user.id) ?? actor.user;
  const username = readUsername(world, before, input.username);
  if (username instanceof Fault) return username;
  const avatar = readPicture("avatar", input.avatar);
  if (avatar instanceof Fault) return avatar;
  const banner = readPicture("banner", input.banner);
  if (banner instanceof Fault) return banner;
  const pictures = {
    ...(avatar === undefined ? {} : { avatar: replacePicture(world, avatarSlot(before.id), avatar) }),
    ...(banner === undefined ? {} : { banner: replacePicture(world, bannerSlot(before.id), banner) }),
  };
  const after = withPictures({ ...before, username }, pictures);
  world.users.put(after);
  return done(ownUserView(after, undefined), [{ kind: "userChanged", user: after }]);
}

/** `PATCH /users/@me/account`: the name that others see. @param globalName null: none, so they see the username */
export function setDisplayName(
  world: UserWorld,
  actor: Actor,
  globalName: string | null,
): Result<UserPayload> {
  const after: User = { ...actor.user, globalName };
  if (globalName === actor.user.globalName) return done(ownUserView(after, actor.scopes));
  world.users.put(after);
  return done(ownUserView(after, actor.scopes), [{ kind: "userChanged", user: after }]);
}

/** `GET /users/@me/connections`: those that applications may see. */
export function listConnections({ clock }: ClockPort, actor: Actor): Result<Record<string, unknown>[]> {
  const shown = (actor.user.connections ?? []).filter((one) => isShownToApplications(one, clock.now()));
  return done(shown.map(connectionView));
}

function readUsername(world: UserWorld, before: User, given: string | undefined): string | Fault {
  if (given === undefined) return before.username;
  const name = given.trim();
  if (name.length < USERNAME_MIN || name.length > USERNAME_MAX)
    return invalidField(
      "username",
      "BASE_TYPE_BAD_LENGTH",
      `Must be between ${String(USERNAME_MIN)} and ${String(USERNAME_MAX)} in length.`,
    );
  if (!isAllowedUsername(name))
    return invalidField("username", "USERNAME_INVALID", "Username is not allowed.");
  const holder = world.users.first("username", name.toLowerCase());
  return holder === undefined || holder.id === before.id
    ? name
    : invalidField("username", "USERNAME_ALREADY_TAKEN", "Username is unavailable.");
}

/** A picture that is null is taken away. */
function withPictures(
  { avatar: avatarBefore, banner: bannerBefore, ...user }: User,
  pictures: { readonly avatar?: string | null; readonly banner?: string | null },
): User {
  const { avatar = avatarBefore, banner = bannerBefore } = pictures;
  return { ...user, ...(avatar == null ? {} : { avatar }), ...(banner == null ? {} : { banner }) };
}
