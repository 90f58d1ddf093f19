import type { User } from "../domain/records/user/user.js";
import { escapeHtml, formTokenField, htmlPage } from "./html.js";

export interface InvitePageInput {
  readonly guildName: string;
  readonly channelName: string;
  readonly memberCount: number;
  /** Users who can accept it. */
  readonly users: readonly User[];
  /** Target of the form: the page's own address. */
  readonly action: string;
  /** Proves that the form comes from this page. */
  readonly formToken: string;
}

/** Asks a player to join a server. Posts `form_token`, `join` and, where several users can, `user_id`. */
export function invitePage(input: InvitePageInput): string {
  const { guildName, channelName, memberCount, users, action } = input;
  const members = memberCount === 1 ? "1 member" : `${memberCount} members`;
  return htmlPage(
    `Join ${guildName}`,
    `<h1>You are invited to ${escapeHtml(guildName)}</h1>
<p>#${escapeHtml(channelName)}, ${members}</p>
<form method="post" action="${escapeHtml(action)}">
${formTokenField(input.formToken)}
${users.length === 1 ? "" : choice(users)}<div class="buttons">
<button class="primary" type="submit" name="join" value="1">${joinWords(users)}</button>
</div>
</form>`,
  );
}

function joinWords([user, ...others]: readonly User[]): string {
  return user === undefined || others.length > 0 ? "Join" : `Join as ${escapeHtml(nameOf(user))}`;
}

function choice(users: readonly User[]): string {
  const options = users.map((user, at) => {
    const checked = at === 0 ? " checked" : "";
    const name = `${escapeHtml(nameOf(user))}<small>@${escapeHtml(user.username)}</small>`;
    return `<label><input type="radio" name="user_id" value="${escapeHtml(user.id)}"${checked}><span>${name}</span></label>`;
  });
  return `<fieldset>\n<legend>Join as</legend>\n${options.join("\n")}\n</fieldset>\n`;
}

function nameOf({ globalName, username }: User): string {
  return globalName ?? username;
}

/** The page after the player has joined. */
export function joinedPage(guildName: string, userName: string): string {
  return htmlPage(
    `Joined ${guildName}`,
    `<h1>${escapeHtml(userName)} has joined ${escapeHtml(guildName)}</h1>\n<p>You can go back to the game.</p>`,
  );
}

/** The page for an invite that cannot be accepted. */
export function noInvitePage(): string {
  return htmlPage(
    "No such invite",
    "<h1>This invite is not valid</h1>\n<p>It was already used or has expired. Ask for a new one in the game.</p>",
  );
}
