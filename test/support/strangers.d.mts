export const STRANGERS: Readonly<Record<string, string>>;
/** @returns the folder whose `node_modules` holds {@link STRANGERS} */
export function installStrangers(): Promise<string>;
