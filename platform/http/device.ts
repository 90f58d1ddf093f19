import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { DEVICE_PAGE_PATH, Route } from "sdkpp/wire";
import type { Publisher } from "../domain/reactions/publisher.js";
import type { User } from "../domain/records/user/user.js";
import { invalidField, unauthorized } from "../domain/rules/faults.js";
import { findDevice, finishDevice, TooManyGuesses, verifyDevice } from "../domain/rules/oauth2/device.js";
import { Fault, type Result } from "../domain/rules/outcome.js";
import { accountOf, isAccount } from "../domain/world/user/account-logins.js";
import type { World } from "../domain/world/world.js";
import {
  deviceAnsweredPage,
  deviceConsentPage,
  devicePage,
  DEVICE_FORM_ACTION,
} from "../pages/device-page.js";
import { API_PATH } from "./api-version.js";
import { FormData, type FormBody } from "./body.js";
import type { FormTokens } from "./form-tokens.js";
import { rejectForeign, rejectForeignForm, sendPage } from "./page.js";
import { sendFault, sendJson, sendRateLimited } from "./reply.js";

interface DeviceContext {
  readonly world: World;
  readonly publisher: Publisher;
  readonly autoApprove: string | undefined;
  readonly forms: FormTokens;
}

const VERIFY = Route.oauth2DeviceVerify();
const FINISH = Route.oauth2DeviceFinish();
/** Paths below the API's address. */
export const DEVICE_ENDPOINTS: readonly string[] = [VERIFY, FINISH];

/** Wrong codes on the page count together, because the page has no login. */
const PAGE = "page";
const WRONG_CODE = "This code is not valid, or it has expired. Check it, or let your device show a new one.";
const TOO_MANY = "Too many wrong codes were typed. Wait a few minutes.";
const USER_CODE_TEXT_MAX = 64;

/** Mounts what a user answers a device with: two operations of a login, and the page at the site root (H§1.1, H§2.6). */
export function mountDevicePage(app: FastifyInstance, context: DeviceContext): void {
  app.post(API_PATH + VERIFY, (request, reply) =>
    answer(context, request, reply, (user, { user_code: typed }) => verifyDevice(context.world, user, typed)),
  );
  app.post(API_PATH + FINISH, (request, reply) =>
    answer(context, request, reply, (user, { user_code: typed, result }) => {
      if (result !== "granted" && result !== "denied")
        return invalidField("result", "BASE_TYPE_CHOICES", "Value must be one of ('granted', 'denied').");
      return finishDevice(context.world, user, { typed, isGranted: result === "granted" });
    }),
  );
  app.get(DEVICE_PAGE_PATH, (request, reply) => show(context, request, reply));
  app.post(DEVICE_PAGE_PATH, (request, reply) => submit(context, request, reply));
}

/** The body of both operations. */
interface DeviceBody {
  readonly user_code: string;
  readonly result?: unknown;
}

function answer(
  { world, publisher }: DeviceContext,
  request: FastifyRequest,
  reply: FastifyReply,
  rule: (user: User, body: DeviceBody) => Result<object | undefined>,
): FastifyReply {
  // Of the account itself, without a prefix: tokens of bots and games cannot answer for their holders.
  const user = accountOf(world, request.headers.authorization ?? "");
  if (user === undefined) return sendFault(reply, unauthorized());
  const body = readBody(request.body);
  const result = body instanceof Fault ? body : publisher.settle(() => rule(user, body));
  if (result instanceof TooManyGuesses) return sendRateLimited(reply, result.waitMs / 1000, "user");
  if (result instanceof Fault) return sendFault(reply, result);
  return result === undefined ? reply.code(204).send() : sendJson(reply, 200, result);
}

function readBody(body: unknown): DeviceBody | Fault {
  const { user_code: code, result } = (typeof body === "object" && body !== null ? body : {}) as {
    user_code?: unknown;
    result?: unknown;
  };
  if (typeof code === "string" && code.length <= USER_CODE_TEXT_MAX) return { user_code: code, result };
  return code === undefined
    ? invalidField("user_code", "BASE_TYPE_REQUIRED", "This field is required")
    : invalidField(
        "user_code",
        "BASE_TYPE_BAD_TYPE",
        `Must be a string of up to ${USER_CODE_TEXT_MAX} characters.`,
      );
}

/** The code in the address is only shown, never looked up: a link on another site cannot guess. */
function show(context: DeviceContext, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (rejectForeign(request, reply)) return reply;
  const { user_code: given } = request.query as { user_code?: unknown };
  const code = typeof given === "string" ? given.slice(0, USER_CODE_TEXT_MAX) : "";
  const { autoApprove, world } = context;
  const user = autoApprove === undefined ? undefined : world.users.get(autoApprove);
  if (code !== "" && user !== undefined && isAccount(user)) return finish(context, reply, user, code, true);
  return sendPage(reply, 200, devicePage({ code, formToken: context.forms.issue(DEVICE_FORM_ACTION) }));
}

function submit(context: DeviceContext, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (rejectForeignForm(context.forms, request, reply)) return reply;
  const fields: FormBody = request.body instanceof FormData ? request.body.fields : {};
  const code = (fields["user_code"] ?? "").slice(0, USER_CODE_TEXT_MAX);
  const user = context.world.users.get(fields["user_id"] ?? "");
  if (user !== undefined && isAccount(user) && ("cancel" in fields || "authorize" in fields))
    return finish(context, reply, user, code, !("cancel" in fields));
  return ask(context, reply, code);
}

function ask(context: DeviceContext, reply: FastifyReply, code: string): FastifyReply {
  const { world, forms } = context;
  const asked = findDevice(world, PAGE, code);
  if (asked instanceof Fault || asked.grant.answer !== undefined) return reject(context, reply, code, asked);
  const html = deviceConsentPage({
    application: asked.application,
    scope: asked.grant.scope,
    accounts: world.users.all().filter(isAccount),
    code,
    formToken: forms.issue(DEVICE_FORM_ACTION),
  });
  return sendPage(reply, 200, html);
}

function finish(
  context: DeviceContext,
  reply: FastifyReply,
  user: User,
  typed: string,
  isGranted: boolean,
): FastifyReply {
  const { world, publisher } = context;
  const finished = publisher.settle(() => finishDevice(world, user, { typed, isGranted, guesser: PAGE }));
  if (finished instanceof Fault) return reject(context, reply, typed, finished);
  return sendPage(reply, 200, deviceAnsweredPage(isGranted));
}

function reject({ forms }: DeviceContext, reply: FastifyReply, code: string, why: unknown): FastifyReply {
  const isLimited = why instanceof TooManyGuesses;
  const problem = isLimited ? TOO_MANY : WRONG_CODE;
  const html = devicePage({ code, problem, formToken: forms.issue(DEVICE_FORM_ACTION) });
  return sendPage(reply, isLimited ? 429 : 404, html);
}
