/** A property list that makes an app open a scheme, as `defaults write … LSHandlers -array-add` takes it. */
export function schemeHandler(scheme: string, bundleId: string): string {
  return (
    "<dict>" +
    `<key>LSHandlerURLScheme</key><string>${escaped(scheme)}</string>` +
    `<key>LSHandlerRoleAll</key><string>${escaped(bundleId)}</string>` +
    "</dict>"
  );
}

/**
 * The bundle identifier of the app that opens a scheme, of what `defaults read … LSHandlers` prints: the last one counts.
 * @returns undefined when there is none
 */
export function handlerOf(listing: string, scheme: string): string | undefined {
  const ofScheme = listing.split("}").filter((handler) => valueOf(handler, "LSHandlerURLScheme") === scheme);
  return valueOf(ofScheme.at(-1) ?? "", "LSHandlerRoleAll");
}

/** Words of letters, digits and few signs stand without quotation marks. */
function valueOf(dictionary: string, key: string): string | undefined {
  return new RegExp(`^\\s*${key} = "?([^";]*)"?;`, "m").exec(dictionary)?.[1];
}

/** The app that an executable is in: its `.app` folder. @returns undefined when it is in none */
export function bundleOf(executable: string): string | undefined {
  return /^(.*\.app)\/Contents\/MacOS\/[^/]+$/s.exec(executable)?.[1];
}

/** `CFBundleIdentifier` of an `Info.plist` in its XML form. */
export function bundleIdOf(infoPlist: string): string | undefined {
  return /<key>CFBundleIdentifier<\/key>\s*<string>([\w.-]+)<\/string>/.exec(infoPlist)?.[1];
}

/** The file of a game that the desktop app starts by an address, in the desktop app's folder `games`. */
export function gameFile(address: string): string {
  return `${JSON.stringify({ command: address })}\n`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
