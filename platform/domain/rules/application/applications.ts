import type { Snowflake } from "sdkpp/wire";
import type { Application } from "../../records/oauth2/application.js";
import { ownApplicationView } from "../../views/oauth2/application.js";
import type { GuildWorld } from "../../world/guild/guild-world.js";
import type { Actor } from "../../world/oauth2/actor.js";
import type { ApplicationWorld } from "../../world/oauth2/application-world.js";
import type { OAuth2World } from "../../world/oauth2/oauth2-world.js";
import type { PictureWorld } from "../../world/picture/picture-world.js";
import type { DigestPort } from "../../world/ports.js";
import type { UserWorld } from "../../world/user/user-world.js";
import { unknownApplication } from "../faults.js";
import { done, Fault, type Result } from "../outcome.js";
import type { ApplicationInput } from "./application-input.js";
import { changedEventWebhooks } from "./event-webhook-settings.js";
import { changedInstallation } from "./installation-settings.js";
import { changedTexts, readPictures, replacePictures, type Pictures } from "./appearance.js";
import { changedFlags, unbuiltPart } from "./settings.js";

/** The slices of the world that these rules use. */
type Touched = ApplicationWorld & GuildWorld & OAuth2World & UserWorld & PictureWorld & DigestPort;

type View = Record<string, unknown>;

/** `GET /applications/@me` and `GET /applications/{id}`: a bot sees its own application only. */
export function getApplication(world: Touched, actor: Actor, id: Snowflake): Result<View> {
  const own = ownApplication(world, actor, id);
  return own instanceof Fault ? own : done(ownApplicationView(world, own));
}

/** `PATCH /applications/@me` and `PATCH /applications/{id}`: all of the change, or nothing. */
export function updateApplication(
  world: Touched,
  actor: Actor,
  id: Snowflake,
  input: ApplicationInput,
): Result<View> {
  const changed = changedApplication(world, actor, id, input);
  if (changed instanceof Fault) return changed;
  const after = { ...changed.application, ...replacePictures(world, id, changed.pictures) };
  world.applications.put(after);
  return done(ownApplicationView(world, after));
}

interface ChangedApplication {
  /** The application with its pictures before the change. */
  readonly application: Application;
  readonly pictures: Pictures;
}

/** The application as the change would leave it, or why it cannot be. */
export function changedApplication(
  world: Touched,
  actor: Actor,
  id: Snowflake,
  input: ApplicationInput,
): ChangedApplication | Fault {
  const before = ownApplication(world, actor, id);
  if (before instanceof Fault) return before;
  const pictures = readPictures(input);
  if (pictures instanceof Fault) return pictures;
  const parts = [
    unbuiltPart(input),
    changedTexts(input),
    changedFlags(world, before, input),
    changedInstallation(input),
    changedEventWebhooks(before, input),
  ];
  const fault = parts.find((part) => part instanceof Fault);
  if (fault instanceof Fault) return fault;
  return { application: Object.assign({}, before, ...parts) as Application, pictures };
}

/** The application as stored now; the actor holds its state at the beginning of the request. */
function ownApplication(world: Touched, actor: Actor, id: Snowflake): Application | Fault {
  const own = id === actor.application.id ? world.applications.get(id) : undefined;
  return own ?? unknownApplication();
}
