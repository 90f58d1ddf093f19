import { escapeHtml, formTokenField, htmlPage } from "./html.js";

export interface InvitePageInput {
  readonly guildName: string;
  readonly channelName: string;
  readonly memberCount: number;
  /** Whom the invite is for. */
  readonly userName: string;
  /** Where the form goes: the page's own address. */
  readonly action: string;
  /** By which the form shows that it comes from this page. */
  readonly formToken: string;
}

/** Asks a player whether they want to enter a server. Posts `form_token` and `join`. */
export function invitePage(input: InvitePageInput): string {
  const { guildName, channelName, memberCount, userName, action } = input;
  const members = memberCount === 1 ? "1 member" : `${memberCount} members`;
  return htmlPage(
    `Join ${guildName}`,
    `<h1>You are invited to ${escapeHtml(guildName)}</h1>
<p>#${escapeHtml(channelName)}, ${members}</p>
<form method="post" action="${escapeHtml(action)}">
${formTokenField(input.formToken)}
<div class="buttons">
<button class="primary" type="submit" name="join" value="1">Join as ${escapeHtml(userName)}</button>
</div>
</form>`,
  );
}

/** Says that it worked. */
export function joinedPage(guildName: string, userName: string): string {
  return htmlPage(
    `Joined ${guildName}`,
    `<h1>${escapeHtml(userName)} is in ${escapeHtml(guildName)} now</h1>\n<p>You can go back to the game.</p>`,
  );
}

/** Says that there is nothing to accept. */
export function noInvitePage(): string {
  return htmlPage(
    "No such invite",
    "<h1>This invite is not valid</h1>\n<p>It was used, or is too old. Ask for another one in the game.</p>",
  );
}
