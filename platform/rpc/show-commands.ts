import { RpcErrorCode, type RpcCommand, type RpcShareLinkPayload } from "sdkpp/wire";
import type { Reader } from "../json/reader.js";
import type { DesktopApp } from "./desktop-app.js";
import type { RpcGame } from "./game.js";
import { RpcRejection } from "./rejection.js";
import { readShareLink } from "./request-shapes.js";

/** Commands that only show the user something. */
export function shows(command: RpcCommand, read: Reader<object>) {
  return (app: DesktopApp, game: RpcGame, args: object): unknown => {
    if (read(args) === undefined)
      return new RpcRejection(RpcErrorCode.InvalidPayload, read.complaint("args", args));
    app.show({ command, applicationId: game.applicationId, args });
    return null;
  };
}

/**
 * SHARE_LINK: the user copies the link. `referrer_id`, which `custom_id` has replaced, has no effect and is no error; only the
 * log says so.
 */
export function shareLink(app: DesktopApp, game: RpcGame, args: object): unknown {
  const { referrer_id: referrer, ...rest } = args as Readonly<Record<string, unknown>>;
  const input = readShareLink(rest);
  if (input === undefined)
    return new RpcRejection(RpcErrorCode.InvalidPayload, readShareLink.complaint("args", rest));
  if (referrer !== undefined)
    app.context.guard.remark(
      `application ${game.applicationId} sends referrer_id with SHARE_LINK, which is ignored: use custom_id`,
    );
  app.show({ command: "SHARE_LINK", applicationId: game.applicationId, args: rest });
  return { success: true, didCopyLink: true, didSendMessage: false } satisfies RpcShareLinkPayload;
}
