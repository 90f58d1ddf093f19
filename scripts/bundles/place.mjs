// A platform for the apps of the bundler tests, which run in processes of their own.

/** @returns {Promise<{ seat: () => object, stop: () => Promise<void> }>} `seat` makes a lobby's secret and two players */
export async function openPlace() {
  const [{ startPlatform }, { Client }] = await Promise.all([import("@sdkpp/platform"), import("sdkpp")]);
  const { endpoints, seeded, control, stop } = await startPlatform();
  const { apiBase, webBase, ca } = endpoints;
  const scope = Client.getDefaultCommunicationScopes();
  let last = 0;
  const player = () => {
    const { id } = control.users.create({ username: `player${++last}` });
    return control.tokens.issue(seeded.applicationId, id, scope).access_token;
  };
  const seat = () => ({ apiBase, webBase, ca, tokens: [player(), player()], lobby: `lobby ${last}` });
  return { seat, stop };
}
