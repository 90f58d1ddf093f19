import { escapeHtml, htmlPage } from "./html.js";

export interface ShownMessage {
  readonly authorName: string;
  readonly content: string;
  readonly sentAt: Date;
  /** Where it is written: the name of a server's channel; undefined for a conversation. */
  readonly channelName: string | undefined;
}

/** The page of a message, as the platform's app would show it. */
export function messagePage({ authorName, content, sentAt, channelName }: ShownMessage): string {
  const place = channelName === undefined ? "a direct conversation" : `#${channelName}`;
  const time = sentAt.toISOString();
  return htmlPage(
    `A message of ${authorName}`,
    `<h1>${escapeHtml(authorName)} in ${escapeHtml(place)}</h1>
<p>${escapeHtml(content)}</p>
<small><time datetime="${time}">${time}</time></small>`,
  );
}

/** The page for a message that does not exist. */
export function noMessagePage(): string {
  return htmlPage("No such message", "<h1>There is no such message</h1>\n<p>It may have been deleted.</p>");
}

export interface ConnectedGame {
  readonly name: string;
  /** Users that have linked their account with it. */
  readonly users: readonly string[];
}

/** The settings page of games: which accounts are linked with which game. */
export function connectedGamesPage(games: readonly ConnectedGame[]): string {
  const items = games.map(
    ({ name, users }) => `<li>${escapeHtml(name)}<small>${escapeHtml(users.join(", "))}</small></li>`,
  );
  const list =
    items.length === 0 ? "<p>No account is linked with a game.</p>" : `<ul>\n${items.join("\n")}\n</ul>`;
  return htmlPage("Connected games", `<h1>Connected games</h1>\n${list}`);
}
