// Members that are not built yet, by area. An absent member without an area is a mistake.
const AREAS = {
  "Provisional accounts and token exchange": [
    "abortGetTokenFromDevice",
    "closeAuthorizeDeviceScreen",
    "exchangeChildToken",
    "getProvisionalToken",
    "getTokenFromDevice",
    "getTokenFromDeviceProvisionalMerge",
    "getTokenFromProvisionalMerge",
    "openAuthorizeDeviceScreen",
    "setAuthorizeDeviceScreenClosedCallback",
    "unmergeIntoProvisionalAccount",
    "updateProvisionalAccountDisplayName",
  ],
};

/**
 * @param absent members of `Client`, the one class that has any
 * @returns the areas with their absent members; those without an area are under "Nowhere"
 */
export function byArea(absent) {
  const names = new Set(absent.map(({ ts }) => ts.name));
  const areas = Object.entries(AREAS).map(([area, members]) => [
    area,
    members.filter((name) => names.delete(name)),
  ]);
  return [...areas, ["Nowhere", [...names]]].filter(([, members]) => members.length > 0);
}
