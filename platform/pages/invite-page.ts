import { escapeHtml, formTokenField, htmlPage } from "./html.js";

export interface InvitePageInput {
  readonly guildName: string;
  readonly channelName: string;
  readonly memberCount: number;
  /** The user that the invite is for. */
  readonly userName: string;
  /** Target of the form: the page's own address. */
  readonly action: string;
  /** Proves that the form comes from this page. */
  readonly formToken: string;
}

/** Asks a player to join a server. Posts `form_token` and `join`. */
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
