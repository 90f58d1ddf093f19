/** A property list that makes an app open a scheme, as `defaults write … LSHandlers -array-add` takes it. */
export function schemeHandler(scheme: string, bundleId: string): string {
  return (
    "<dict>" +
    `<key>LSHandlerURLScheme</key><string>${escaped(scheme)}</string>` +
    `<key>LSHandlerRoleAll</key><string>${escaped(bundleId)}</string>` +
    "</dict>"
  );
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
