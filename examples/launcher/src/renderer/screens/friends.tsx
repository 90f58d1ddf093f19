import { usePresence, useRelationshipGroups } from "@sdkpp/react";
import { enumToString, RelationshipGroupType, StatusType } from "sdkpp/enums";
import type { UserId } from "sdkpp/surface";
import type { ReactElement } from "react";
import { Screen } from "../parts/screen.js";
import { UserName } from "../parts/user-name.js";

const GROUPS = [
  [RelationshipGroupType.OnlinePlayingGame, "In the game"],
  [RelationshipGroupType.OnlineElsewhere, "Online"],
  [RelationshipGroupType.Offline, "Offline"],
] as const;

export function Friends(): ReactElement {
  const groups = useRelationshipGroups();
  return (
    <Screen title="Friends">
      {GROUPS.map(([group, title]) => (
        <section key={group} aria-label={title}>
          <h2>
            {title} <small>{groups[group].length}</small>
          </h2>
          <ul>
            {groups[group].map((id) => (
              <Friend key={id} id={id} />
            ))}
          </ul>
        </section>
      ))}
    </Screen>
  );
}

function Friend({ id }: { id: UserId }): ReactElement {
  const presence = usePresence(id);
  const activity = presence?.activity;
  return (
    <li>
      <UserName id={id} />
      <span className="quiet">{enumToString(StatusType, presence?.status ?? StatusType.Offline)}</span>
      {activity && (
        <span>{[activity.name, activity.details, activity.state].filter(Boolean).join(" · ")}</span>
      )}
    </li>
  );
}
