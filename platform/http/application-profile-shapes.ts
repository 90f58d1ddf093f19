import { APPLICATION_PROFILE_USERNAME_MAX, PROFILE_DYNAMIC_FIELDS_MAX } from "sdkpp/wire";
import { Type } from "typebox";
import { maybe, MetadataShape } from "./shapes.js";

const TEXT_MAX = 1024;
const text = () => Type.Optional(Type.String({ maxLength: TEXT_MAX }));
const number = () => Type.Optional(Type.Number({ minimum: 0 }));

/** Counts, for all time and for the current period. */
const totals = {
  total_wins: number(),
  total_games: number(),
  total_kills: number(),
  total_assists: number(),
  total_deaths: number(),
  current_period_wins: number(),
  current_period_games: number(),
  current_period_kills: number(),
  current_period_assists: number(),
  current_period_deaths: number(),
};

const PrimaryShape = Type.Object(
  {
    season: text(),
    rank_name: text(),
    rank_image: text(),
    highest_rank: text(),
    highest_rank_image: text(),
    featured_played_character: text(),
    featured_played_character_image: text(),
    playtime_hours: number(),
    ...totals,
  },
  { additionalProperties: false },
);

const FieldType = { String: 1, Number: 2, Media: 3 } as const;
const NameShape = Type.String({ minLength: 1, maxLength: TEXT_MAX });
const ValueText = Type.String({ maxLength: TEXT_MAX });
const MediaShape = Type.Object({ url: ValueText }, { additionalProperties: false });

/** A field that the game names itself. */
const DynamicShape = Type.Union([
  Type.Object({ type: Type.Literal(FieldType.String), name: NameShape, value: ValueText }),
  Type.Object({ type: Type.Literal(FieldType.Number), name: NameShape, value: Type.Number() }),
  Type.Object({ type: Type.Literal(FieldType.Media), name: NameShape, value: MediaShape }),
]);

const DataShape = Type.Object(
  {
    primary: maybe(PrimaryShape),
    dynamic: maybe(Type.Array(DynamicShape, { maxItems: PROFILE_DYNAMIC_FIELDS_MAX })),
  },
  { additionalProperties: false },
);

/** The fields of a profile that the game's server writes. */
export const ProfileBody = Type.Object({
  username: maybe(Type.String({ maxLength: APPLICATION_PROFILE_USERNAME_MAX })),
  metadata: maybe(MetadataShape),
  data: maybe(DataShape),
});
