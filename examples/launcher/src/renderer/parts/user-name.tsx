import { useUser } from "@sdkpp/react";
import type { UserId } from "sdkpp/surface";
import type { ReactElement } from "react";

/** A user's name; its id while nothing is known. */
export function useName(userId: UserId): string {
  return useUser(userId)?.displayName ?? userId;
}

export function UserName({ id }: { id: UserId }): ReactElement {
  return <span className="name">{useName(id)}</span>;
}
