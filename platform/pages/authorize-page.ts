import type { Application } from "../domain/records/oauth2/application.js";
import { scopeWords } from "../domain/views/oauth2/scopes.js";
import type { User } from "../domain/records/user/user.js";
import { escapeHtml, formTokenField, htmlPage } from "./html.js";

export interface AuthorizePageInput {
  readonly application: Application;
  readonly scope: string;
  /** The accounts that the player may choose; the first is preselected. */
  readonly accounts: readonly User[];
  /** Target of the form: the page's own address with its query. */
  readonly action: string;
  /** Proves that the form comes from this page. */
  readonly formToken: string;
}

/** Asks a player to authorize an application. Posts `form_token`, `user_id` and `authorize` or `cancel`. */
export function authorizePage(input: AuthorizePageInput): string {
  return htmlPage(
    `Authorize ${input.application.name}`,
    `${consentQuestion(input)}
<form method="post" action="${escapeHtml(input.action)}">
${formTokenField(input.formToken)}
${consentChoice(input.accounts)}
</form>`,
  );
}

/** What an application asks for, one plain sentence per scope. */
export function consentQuestion({
  application,
  scope,
}: Pick<AuthorizePageInput, "application" | "scope">): string {
  return `<h1>${escapeHtml(application.name)} wants to use your account</h1>
<h2 id="wants">It asks to</h2>
<ul aria-labelledby="wants">
${scopeWords(scope)
  .map((words) => `<li>${escapeHtml(words)}</li>`)
  .join("\n")}
</ul>`;
}

/** Which account, and the two buttons. */
export function consentChoice(accounts: readonly User[]): string {
  return `<fieldset>
<legend>Continue as</legend>
${accounts.map(accountChoice).join("\n")}
</fieldset>
<div class="buttons">
<button class="primary" type="submit" name="authorize" value="1">Authorize</button>
<button type="submit" name="cancel" value="1">Cancel</button>
</div>`;
}

function accountChoice(user: User, index: number): string {
  const checked = index === 0 ? " checked" : "";
  const shown = escapeHtml(user.globalName ?? user.username);
  return `<label><input type="radio" name="user_id" value="${escapeHtml(user.id)}"${checked}><span>${shown}<small>@${escapeHtml(user.username)}</small></span></label>`;
}
