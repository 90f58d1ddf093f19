/**
 * A package's description with the addresses that a release knows.
 * @param {object} description content of its package.json
 * @param {string | undefined} repository address of the repository, as in https://host/owner/name
 * @param {string} folder of the package in the repository, "" for its root
 */
export function described(description, repository, folder) {
  if (repository === undefined) return description;
  const place = folder === "" ? {} : { directory: folder };
  return {
    ...description,
    homepage: `${repository}#readme`,
    repository: { type: "git", url: `git+${repository}.git`, ...place },
    bugs: { url: `${repository}/issues` },
  };
}

/** @throws {Error} when it is set and not the https address of a repository */
export function repositoryAddress(value = "") {
  if (value === "") return undefined;
  if (/^https:\/\/[^/\s]+(\/[^/\s]+){2,}$/.test(value) && !value.endsWith(".git")) return value;
  throw new Error(`SDKPP_REPOSITORY: expected an address such as https://host/owner/name, received ${value}`);
}
