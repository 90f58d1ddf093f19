import type { Client } from "sdkpp";

/** Records a client's callbacks, in order. */
export class Witness {
  readonly told: string[] = [];

  constructor(client: Client) {
    const note = (name: string, ...ids: readonly unknown[]): void =>
      void this.told.push([name, ...ids.map(String)].join(" "));
    client.setLobbyCreatedCallback((id) => note("lobby created", id));
    client.setLobbyDeletedCallback((id) => note("lobby deleted", id));
    client.setLobbyUpdatedCallback((id) => note("lobby updated", id));
    client.setLobbyMemberAddedCallback((lobby, id) => note("member added", lobby, id));
    client.setLobbyMemberRemovedCallback((lobby, id) => note("member removed", lobby, id));
    client.setLobbyMemberUpdatedCallback((lobby, id) => note("member updated", lobby, id));
    client.setMessageCreatedCallback((id) => note("message created", id));
    client.setMessageUpdatedCallback((id) => note("message updated", id));
    client.setMessageDeletedCallback((id, channel) => note("message deleted", id, channel));
    client.setRelationshipCreatedCallback((id, everywhere) => note("relationship", id, everywhere));
    client.setRelationshipDeletedCallback((id, everywhere) => note("no relationship", id, everywhere));
    client.setUserUpdatedCallback((id) => note("user updated", id));
  }
}

/** Everything that a client shows of lobbies and users. */
export function pictureOf(client: Client): unknown {
  return {
    lobbies: client
      .getLobbyIds()
      .sort(byId)
      .map((id) => lobbyPicture(client, id)),
    people: client
      .getRelationships()
      .sort((left, right) => byId(left.id, right.id))
      .map((one) => [
        one.id,
        one.discordRelationshipType,
        one.gameRelationshipType,
        one.user?.displayName,
        one.user?.status,
        one.user?.gameActivity?.details,
      ]),
  };
}

function lobbyPicture(client: Client, id: bigint): unknown {
  const lobby = client.getLobbyHandle(id);
  const members = lobby?.lobbyMembers.map((member) => [
    member.id,
    member.connected,
    member.canLinkLobby,
    { ...member.metadata },
    member.user?.displayName,
  ]);
  return [
    id,
    { ...lobby?.metadata },
    members?.sort((left, right) => byId(left[0] as bigint, right[0] as bigint)),
  ];
}

function byId(left: bigint, right: bigint): number {
  return left < right ? -1 : Number(left > right);
}
