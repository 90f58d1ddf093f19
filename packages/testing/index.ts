/**
 * `@sdkpp/testing`: people for tests of games and bots, on the embedded platform.
 * @packageDocumentation
 */
export { Cast, openCast, type CastOptions } from "./people/cast.js";
export type { Stage } from "./people/stage.js";
export { people, seededPeople, type PeopleSettings } from "./serve/people.js";
export {
  Actor,
  type ActorState,
  type CommandOptions,
  type MessageQuery,
  type SeeOptions,
  type Somebody,
} from "./people/actor.js";
export type { SeenMessage } from "./people/message.js";
export type { Status } from "./people/player.js";
export { NotSeenError } from "./people/not-seen-error.js";
export type { NotHeardCause } from "./hearing/cause.js";
export type { HearingFigures } from "./hearing/figures.js";
export type { ListeningFigures, ListenOptions } from "./hearing/listen-to.js";
export type { HearOptions } from "./hearing/listening-for.js";
export { NotHeardError } from "./hearing/not-heard-error.js";
export { testCall, type CallFigures, type TestCall, type TestCallOptions } from "./calls/test-call.js";
export type { Speech } from "./calls/seat.js";
export type { Sound, Tone } from "./sound/sound.js";
export type { Verdict } from "./listening/judge.js";
export { estoi, ESTOI_RATE } from "./listening/estoi.js";
export { resample } from "./listening/resample.js";
export { toneShare } from "./listening/tone.js";
