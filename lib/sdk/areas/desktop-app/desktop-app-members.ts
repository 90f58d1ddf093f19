import type { ConnectedUser, DesktopAppArea } from "./desktop-app-area.js";
import { functionArgument, type IdLike } from "../../argument.js";
import type { ClientEvents } from "../../core/events/client-events.js";
import type { UserHandle } from "../../handles/user-handle.js";
import type { ClientResult } from "../../values/client-result.js";
import type { EventHub } from "../../core/events/event-hub.js";
import type { MembersOf, Operation } from "../../core/operations/members.js";

/** Members of `Client`: the platform's own app on this machine. */
export interface DesktopAppMembers {
  /**
   * Whether the platform's own app is installed. Only mobile systems can find out; on a desktop it is always false. It needs
   * no connection and never fails.
   * @mirrors Client::IsDiscordAppInstalled
   */
  isDiscordAppInstalled: Operation<[], boolean, [installed: boolean]>;

  /**
   * Opens the settings page in which users manage their connected games. It succeeds without opening a page when the client
   * is not ready, and for provisional users, who have no such settings. `NetworkError` when the address cannot be opened.
   * @mirrors Client::OpenConnectedGamesSettingsInDiscord
   */
  openConnectedGamesSettingsInDiscord: Operation<[]>;

  /**
   * Gets the user who is signed in to the desktop app on this machine. It needs no connection. `RPCError` when no desktop app
   * answers within ten seconds, or when it refuses the game; `result.errorCode` is then its own code.
   * @param applicationId a 64-bit id: the game that asks
   * @returns a handle that shows the user as the desktop app does, and more as soon as the client knows the user; undefined
   * when the app does not say
   * @mirrors Client::GetDiscordClientConnectedUser
   */
  getDiscordClientConnectedUser: Operation<
    [applicationId: IdLike],
    ConnectedUser,
    [result: ClientResult, user: UserHandle | undefined]
  >;

  /**
   * Tells the desktop app that the game can begin to link the player's account: places appear where the player asks for that,
   * and each request calls the callback. The game then comes to the front and calls `authorize`. A desktop app that starts later
   * is told too. Call `setApplicationId` first: before it, the desktop app is told nothing.
   * @throws {ArgumentError} when not a function
   * @example
   * client.registerAuthorizeRequestCallback(() => console.log("the player wants to link the account"));
   * @mirrors Client::RegisterAuthorizeRequestCallback
   */
  registerAuthorizeRequestCallback(callback: ClientEvents["authorizeRequest"]): void;

  /**
   * Removes the callback, and the places in the desktop app: before a match, or when the player signs out.
   * @mirrors Client::RemoveAuthorizeRequestCallback
   */
  removeAuthorizeRequestCallback(): void;

  /**
   * Sets the process whose window the game shows, for the desktop app's overlay and its list of running games. The next
   * `updateRichPresence` is the first to say it. Default: this process.
   * @param pid 1 to 2,147,483,647
   * @throws {ArgumentError} when not an integer, {@link ArgumentRangeError} outside the range
   * @mirrors Client::SetGameWindowPid
   */
  setGameWindowPid(pid: number): void;

  /**
   * Tells whether the game shows its chat. It has no effect: the desktop app has no command for it.
   * @throws {ArgumentError} when not a boolean
   * @mirrors Client::SetShowingChat
   */
  setShowingChat(showingChat: boolean): void;
}

interface Parts {
  desktopApp: DesktopAppArea;
  events: EventHub<ClientEvents>;
}

export const desktopAppMembers: MembersOf<DesktopAppMembers, Parts> = {
  isDiscordAppInstalled: ({ desktopApp }) => desktopApp.isInstalled(),
  openConnectedGamesSettingsInDiscord: ({ desktopApp }) => desktopApp.openConnectedGames(),
  getDiscordClientConnectedUser: ({ desktopApp }, applicationId) => desktopApp.connectedUser(applicationId),
  registerAuthorizeRequestCallback: ({ events }, callback) =>
    events.setCallback("authorizeRequest", functionArgument("callback", callback)),
  removeAuthorizeRequestCallback: ({ events }) => events.setCallback("authorizeRequest", undefined),
  setGameWindowPid: ({ desktopApp }, pid) => desktopApp.setPid(pid),
  setShowingChat: ({ desktopApp }, showingChat) => desktopApp.setShowingChat(showingChat),
};
