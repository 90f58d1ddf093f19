import type { Application } from "../domain/records/oauth2/application.js";
import { scopeWords } from "../domain/views/oauth2/scopes.js";
import type { User } from "../domain/records/user/user.js";
import { escapeHtml, formTokenField, htmlPage } from "./html.js";

export interface AuthorizePageInput {
  readonly application: Application;
  readonly scope: string;
  /** The accounts that the player may choose; the first is preselected. */
  readonly accounts: readonly User[];
  /** The servers that the player may choose from; undefined: there is none to choose. */
  readonly servers?: readonly ServerChoice[] | undefined;
  /** Target of the form: the page's own address with its query. */
  readonly action: string;
  /** Proves that the form comes from this page. */
  readonly formToken: string;
}

/** A server in which the application can be installed. */
export interface ServerChoice {
  readonly id: string;
  readonly name: string;
}

/** Asks a player to authorize an application. Posts `form_token`, `user_id`, `guild_id` and `authorize` or `cancel`. */
export function authorizePage(input: AuthorizePageInput): string {
  return htmlPage(
    `Authorize ${input.application.name}`,
    `${consentQuestion(input)}
<form method="post" action="${escapeHtml(input.action)}">
${formTokenField(input.formToken)}
${input.servers === undefined ? "" : serverChoice(input.servers)}${consentChoice(input.accounts)}
</form>`,
  );
}

/** The requests of an application, one plain sentence per scope. */
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

function serverChoice(servers: readonly ServerChoice[]): string {
  const options = servers.map(
    ({ id, name }) => `<option value="${escapeHtml(id)}">${escapeHtml(name)}</option>`,
  );
  return `<fieldset>
<legend>Add to server</legend>
<label class="text"><span hidden>Server</span><select name="guild_id">
<option value="">No server</option>
${options.join("\n")}
</select></label>
</fieldset>
`;
}

/** The page after an application was installed. @param serverName none: in an account */
export function installedPage(applicationName: string, serverName: string | undefined): string {
  const place = serverName === undefined ? "your account" : escapeHtml(serverName);
  return htmlPage(
    `Added ${applicationName}`,
    `<h1>${escapeHtml(applicationName)} was added to ${place}</h1>\n<p>You can close this page.</p>`,
  );
}
