import { savedFields } from "../../protocol/index.js";

/** The record of a game's call; its source is in that of a planned move only. */
export const LOBBY_FIELDS = savedFields({ connection: 1, input: 2 });
