export const STRANGERS: Readonly<Record<string, string>>;
/**
 * @param more further packages, with their install scripts run
 * @returns the folder whose `node_modules` holds {@link STRANGERS} and those
 */
export function installStrangers(more?: Readonly<Record<string, string>>): Promise<string>;
