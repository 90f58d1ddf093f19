import type { HandledLaunch, LaunchingArea } from "./launching-area.js";
import type { IdLike } from "../../argument.js";
import type { MembersOf } from "../../core/operations/members.js";

/** Members of `Client`: starting the game from the platform. */
export interface LaunchingMembers {
  /**
   * Registers how the desktop app launches the game when its player joins a party and the game does not run: by an address with
   * the scheme `discord-<application id>`, for this user of this machine. Call it at every start; the newest call counts.
   * It needs no connection. Linux: a desktop entry and the user's `mimeapps.list`. Windows: the user's registry. macOS: a scheme
   * of an app, as in `mygame://`, or "" for the `.app` bundle that runs; never a path.
   * @param command executable with arguments: on Linux with the quotes and backslashes of a shell, on Windows as a command line;
   * an absolute path may have blanks. The address follows as the last argument. "" is the running program
   * @returns false when it could not be registered; the log says why
   * @throws {ArgumentError} when not a 64-bit id, when not a string
   * @mirrors Client::RegisterLaunchCommand
   */
  registerLaunchCommand(applicationId: IdLike, command: string): boolean;

  /**
   * The same for a game that Steam launches.
   * @param steamAppId 1 to 4,294,967,295
   * @returns false when it could not be registered; the log says why
   * @throws {ArgumentError} when not a 64-bit id, when not an integer, {@link ArgumentRangeError} outside the range
   * @mirrors Client::RegisterLaunchSteamApplication
   */
  registerLaunchSteamApplication(applicationId: IdLike, steamAppId: number): boolean;

  /**
   * Takes `registerLaunchCommand` and its sibling back, for an uninstaller. On macOS a registered bundle stays until it is
   * deleted. An addition.
   * @returns false when it could not be done; the log says why. True also when nothing was registered
   * @throws {ArgumentError} when not a 64-bit id
   */
  unregisterLaunch(applicationId: IdLike): boolean;

  /**
   * Finds the address of this game in the arguments that the operating system gave, of this process or of a second one
   * (Electron's `second-instance`). Set the callbacks first. Any web page can open such an address: ask the player before the
   * game leaves a match for it. An addition.
   * @param argv as `process.argv`
   * @returns "join": the callbacks for joining were called with the secret; "launch": the game was only started, and the desktop
   * app gives the secret of a party, if there is one, to the callbacks; "redirect": the address ended a running authorization, as
   * with {@link handleRedirect}; undefined: no argument is an address of this game, or `setApplicationId` was not called
   * @throws {ArgumentError} when not an array of strings
   * @example
   * client.setActivityJoinCallback((joinSecret) => client.createOrJoinLobby(joinSecret, () => {}));
   * console.log("started for:", client.handleLaunch(process.argv) ?? "the player");
   */
  handleLaunch(argv: readonly string[]): HandledLaunch | undefined;
}

interface Parts {
  launching: LaunchingArea;
}

export const launchingMembers: MembersOf<LaunchingMembers, Parts> = {
  registerLaunchCommand: ({ launching }, applicationId, command) =>
    launching.registerCommand(applicationId, command),
  registerLaunchSteamApplication: ({ launching }, applicationId, steamAppId) =>
    launching.registerSteam(applicationId, steamAppId),
  unregisterLaunch: ({ launching }, applicationId) => launching.unregister(applicationId),
  handleLaunch: ({ launching }, argv) => launching.handle(argv),
};
