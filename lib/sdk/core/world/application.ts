import type { ActivityPayload } from "../../../wire/index.js";

/** The application that the client belongs to: set by the game, and by each new session. */
export class Application {
  #id = 0n;
  #parentId: bigint | undefined;
  readonly #watchers: (() => void)[] = [];

  /** 0 until it is known */
  get id(): bigint {
    return this.#id;
  }

  /** @param parentId the parent application of its publisher, which a session knows; undefined: none */
  setId(id: bigint, parentId?: bigint): void {
    this.#parentId = parentId;
    if (id === this.#id) return;
    this.#id = id;
    for (const watcher of this.#watchers) watcher();
  }

  /** The first of some activities in this game, or else in another game of its publisher. */
  activityAmong(activities: readonly ActivityPayload[]): ActivityPayload | undefined {
    return (
      activities.find((activity) => this.#isOwn(activity)) ?? activities.find((one) => this.#isSibling(one))
    );
  }

  /** Calls the watcher whenever the application is another one. */
  watch(watcher: () => void): void {
    this.#watchers.push(watcher);
  }

  #isOwn({ application_id: id }: ActivityPayload): boolean {
    return id === String(this.#id);
  }

  #isSibling({ parent_application_id: parentId }: ActivityPayload): boolean {
    return this.#parentId !== undefined && parentId === String(this.#parentId);
  }
}
