import { RpcErrorCode, SMALLEST_MILLISECONDS, type ActivityPayload } from "sdkpp/wire";
import type { ActivityFields } from "../domain/records/presence/session-presence.js";
import { hideDetachedActivity, showDetachedActivity } from "../domain/rules/presence/detached-activity.js";
import { ActivityRefusal, readActivity } from "../domain/rules/presence/read-activity.js";
import { publicActivity } from "../domain/views/presence/activity.js";
import type { RpcContext } from "./context.js";
import type { RpcGame } from "./game.js";
import { RpcRejection } from "./rejection.js";
import { readSetActivity } from "./request-shapes.js";

type Fields = Readonly<Record<string, unknown>>;

/** Kinds of activity that a game may show over RPC: playing, listening, watching, competing. */
const TYPES: ReadonlySet<unknown> = new Set([0, 2, 3, 5]);

/** SET_ACTIVITY: shows an activity, or none. Above the limit of presences only the newest one waits. */
export function setActivity(context: RpcContext, game: RpcGame, args: object): unknown {
  const input = readSetActivity(args);
  if (input === undefined) return invalid(readSetActivity.complaint("args", args));
  const given = input.activity ?? undefined;
  const activity = given === undefined ? undefined : asOp3(given);
  const name = context.world.applications.get(game.applicationId)?.name ?? "";
  const fault = activity === undefined ? undefined : problemOf(activity, name);
  if (fault !== undefined) return invalid(`child "activity" fails: ${fault}`);
  inTurn(context, game, () => show(context, game, activity));
  return activity === undefined ? null : answerOf(game, activity, name);
}

/** Hides a game that has ended. */
export function endActivity(context: RpcContext, game: RpcGame): void {
  game.waitingActivity?.timer.cancel();
  game.waitingActivity = undefined;
  show(context, game, undefined);
}

function show({ world, publisher }: RpcContext, game: RpcGame, activity: Fields | undefined): void {
  publisher.perform(() =>
    activity === undefined ? hideDetachedActivity(world, game) : showDetachedActivity(world, game, activity),
  );
}

function inTurn({ clock }: RpcContext, game: RpcGame, change: () => void): void {
  const waitMs = game.presenceWindow.wait(clock.elapsed());
  const run = () => {
    game.presenceWindow.count(clock.elapsed());
    change();
  };
  if (game.waitingActivity !== undefined) game.waitingActivity.show = run;
  else if (waitMs === 0) run();
  else {
    const timer = clock.after(waitMs, () => {
      const waiting = game.waitingActivity;
      game.waitingActivity = undefined;
      waiting?.show();
    });
    game.waitingActivity = { timer, show: run };
  }
}

/** The form of op 3: buttons apart from their addresses, times in milliseconds. */
function asOp3(given: Fields): Fields {
  const { buttons, timestamps, ...rest } = given;
  return {
    ...rest,
    // These two are of op 3 only.
    url: undefined,
    metadata: undefined,
    ...(timestamps == null ? {} : { timestamps: inMilliseconds(timestamps) }),
    ...buttonsOf(buttons),
  };
}

function buttonsOf(buttons: unknown): Fields {
  if (buttons == null) return {};
  if (!Array.isArray(buttons)) return { buttons };
  const parts = buttons.map((one: unknown) => (typeof one === "object" && one !== null ? one : {}) as Fields);
  return {
    buttons: parts.map(({ label }) => label ?? ""),
    metadata: { button_urls: parts.map(({ url }) => url ?? "") },
  };
}

/** Some programs send seconds. */
function inMilliseconds(timestamps: unknown): unknown {
  if (typeof timestamps !== "object" || timestamps === null) return timestamps;
  const { start, end } = timestamps as Fields;
  const ms = (time: unknown) =>
    typeof time === "number" && time < SMALLEST_MILLISECONDS ? time * 1000 : time;
  return { start: ms(start), end: ms(end) };
}

/** The first field that breaks its rule, and the rule. The desktop app alone refuses a join secret beside buttons. */
function problemOf(activity: Fields, name: string): string | undefined {
  const { type } = activity;
  if (type != null && !TYPES.has(type)) return `type: expected one of ${[...TYPES].join(", ")}`;
  const read = readActivity(activity, name);
  if (read instanceof ActivityRefusal) return `${asSent(read.path)}: expected ${read.expected}`;
  if (read.buttons !== undefined && read.secrets?.join !== undefined)
    return "secrets: cannot be sent together with buttons; remove one of them";
  return undefined;
}

/** The path of a button as the game sent it: op 3 has labels and addresses apart. */
function asSent(path: string): string {
  return path
    .replace(/^buttons\.(\d+)$/, "buttons.$1.label")
    .replace(/^metadata\.button_urls\.(\d+)$/, "buttons.$1.url")
    .replace(/^metadata\.button_urls$/, "buttons");
}

/** The game's activity in the form of op 3, without its secret. */
function answerOf({ applicationId }: RpcGame, activity: Fields, name: string): ActivityPayload {
  const fields = readActivity(activity, name) as ActivityFields;
  const { metadata = {} } = fields;
  return { ...publicActivity(fields), metadata, application_id: applicationId };
}

function invalid(message: string): RpcRejection {
  return new RpcRejection(RpcErrorCode.InvalidPayload, message);
}
