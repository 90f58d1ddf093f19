import { DEVICE_PAGE_PATH, USER_CODE_LENGTH } from "sdkpp/wire";
import type { Application } from "../domain/records/oauth2/application.js";
import type { User } from "../domain/records/user/user.js";
import { consentChoice, consentQuestion } from "./authorize-page.js";
import { escapeHtml, formTokenField, htmlPage } from "./html.js";

/** Both forms go to the page itself, without the code in the address. */
export const DEVICE_FORM_ACTION = DEVICE_PAGE_PATH;

/** Asks for the code that a device shows. Posts `form_token` and `user_code`. @param problem why the last code was rejected */
export function devicePage(input: { code: string; formToken: string; problem?: string }): string {
  const problem =
    input.problem === undefined ? "" : `<p id="problem" role="alert">${escapeHtml(input.problem)}</p>\n`;
  return htmlPage(
    "Sign in on your device",
    `<h1>Sign in on your device</h1>
<p>Type the code that your device shows. Continue only if you have started this yourself.</p>
${problem}<form method="post" action="${DEVICE_FORM_ACTION}">
${formTokenField(input.formToken)}
<p><label class="text" for="code">Code</label>
<input class="code" id="code" name="user_code" value="${escapeHtml(input.code)}" required maxlength="${String(USER_CODE_LENGTH * 2)}" autocomplete="off" autocapitalize="characters" spellcheck="false"></p>
<div class="buttons">
<button class="primary" type="submit" name="continue" value="1">Continue</button>
</div>
</form>`,
  );
}

export interface DeviceConsentInput {
  readonly application: Application;
  readonly scope: string;
  readonly accounts: readonly User[];
  readonly code: string;
  readonly formToken: string;
}

/** Asks a player to authorize a device. Posts `form_token`, `user_code`, `user_id` and `authorize` or `cancel`. */
export function deviceConsentPage(input: DeviceConsentInput): string {
  const code = escapeHtml(input.code);
  return htmlPage(
    `Authorize ${input.application.name}`,
    `${consentQuestion(input)}
<p>It runs on the device that shows the code <strong>${code}</strong>.</p>
<form method="post" action="${DEVICE_FORM_ACTION}">
${formTokenField(input.formToken)}
<input type="hidden" name="user_code" value="${code}">
${consentChoice(input.accounts)}
</form>`,
  );
}

/** The page after the player has answered. */
export function deviceAnsweredPage(isGranted: boolean): string {
  const heading = isGranted ? "Your device is signed in" : "Your device is not signed in";
  return htmlPage(heading, `<h1>${heading}</h1>\n<p>You can close this page and go back to your device.</p>`);
}
