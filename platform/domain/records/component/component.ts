import type { ButtonStyle, ComponentType, Snowflake } from "sdkpp/wire";

/**
 * Components as they are kept and, but for the addresses of media, shown (H§11): in the words of the wire, with their
 * defaults, without what is not set. `id` is unique within a message or modal; 0 without `IS_COMPONENTS_V2`.
 */
interface Component<Type extends number> {
  readonly type: Type;
  readonly id: number;
}

type Types = typeof ComponentType;

/** One of a server's, or one of Unicode's. */
export interface ComponentEmoji {
  readonly id?: Snowflake;
  readonly name: string;
  readonly animated?: boolean;
}

/** A file of the message, `attachment://<name>`, or an address elsewhere. */
export interface Media {
  readonly id: Snowflake;
  readonly url: string;
}

export interface Button extends Component<Types["Button"]> {
  readonly style: (typeof ButtonStyle)[keyof typeof ButtonStyle];
  readonly label?: string;
  readonly emoji?: ComponentEmoji;
  readonly custom_id?: string;
  readonly url?: string;
  readonly sku_id?: Snowflake;
  readonly disabled?: boolean;
}

/** An option of a select. */
export interface Option {
  readonly label: string;
  readonly value: string;
  readonly description?: string;
  readonly default?: boolean;
  /** Only for string selects. */
  readonly emoji?: ComponentEmoji;
}

/** Something that is chosen unless the user chooses otherwise. */
export interface DefaultValue {
  readonly id: Snowflake;
  readonly type: "user" | "role" | "channel";
}

interface AnySelect<Type extends number> extends Component<Type> {
  readonly custom_id: string;
  readonly placeholder?: string;
  readonly min_values: number;
  readonly max_values: number;
  /** Only in messages. */
  readonly disabled?: boolean;
  /** Only in modals. */
  readonly required?: boolean;
}

export interface StringSelect extends AnySelect<Types["StringSelect"]> {
  readonly options: readonly Option[];
}

/** Users, roles, both, or channels of the server. */
export interface EntitySelect extends AnySelect<
  Types["UserSelect" | "RoleSelect" | "MentionableSelect" | "ChannelSelect"]
> {
  readonly default_values?: readonly DefaultValue[];
  /** Permitted channels of a channel select; all unless given. */
  readonly channel_types?: readonly number[];
}

export type Select = StringSelect | EntitySelect;

export interface TextDisplay extends Component<Types["TextDisplay"]> {
  readonly content: string;
}

/** How a picture or video is shown. */
export interface MediaItem {
  readonly media: Media;
  readonly description: string | null;
  readonly spoiler: boolean;
}

export interface Thumbnail extends MediaItem, Component<Types["Thumbnail"]> {}

export interface MediaGallery extends Component<Types["MediaGallery"]> {
  readonly items: readonly MediaItem[];
}

export interface FileComponent extends Component<Types["File"]> {
  readonly file: Media;
  readonly spoiler: boolean;
}

export interface Separator extends Component<Types["Separator"]> {
  readonly divider: boolean;
  /** 1 small, 2 large */
  readonly spacing: number;
}

export interface ActionRow extends Component<Types["ActionRow"]> {
  readonly components: readonly (Button | Select)[];
}

export interface Section extends Component<Types["Section"]> {
  readonly components: readonly TextDisplay[];
  readonly accessory: Button | Thumbnail;
}

export interface Container extends Component<Types["Container"]> {
  readonly components: readonly Exclude<MessageComponent, Container>[];
  readonly accent_color: number | null;
  readonly spoiler: boolean;
}

/** A top-level component of a message; only rows without `IS_COMPONENTS_V2`. */
export type MessageComponent =
  ActionRow | Section | TextDisplay | MediaGallery | FileComponent | Separator | Container;

export interface TextInput extends Component<Types["TextInput"]> {
  readonly custom_id: string;
  /** 1 a line, 2 a paragraph */
  readonly style: number;
  /** Only in an action row; elsewhere the label component has it. */
  readonly label?: string;
  readonly min_length?: number;
  readonly max_length?: number;
  readonly required: boolean;
  readonly value?: string;
  readonly placeholder?: string;
}

export interface FileUpload extends Component<Types["FileUpload"]> {
  readonly custom_id: string;
  readonly min_values: number;
  readonly max_values: number;
  readonly required: boolean;
  /** `image`, `video`, `audio`, or an extension with its dot, in lower case; any unless given. */
  readonly file_types?: readonly string[];
}

export interface RadioGroup extends Component<Types["RadioGroup"]> {
  readonly custom_id: string;
  readonly options: readonly Option[];
  readonly required: boolean;
}

export interface CheckboxGroup extends Component<Types["CheckboxGroup"]> {
  readonly custom_id: string;
  readonly options: readonly Option[];
  readonly min_values: number;
  readonly max_values: number;
  readonly required: boolean;
}

export interface Checkbox extends Component<Types["Checkbox"]> {
  readonly custom_id: string;
  readonly default?: boolean;
}

/** The components that a user fills in. */
export type ModalField = TextInput | Select | FileUpload | RadioGroup | CheckboxGroup | Checkbox;

export interface Label extends Component<Types["Label"]> {
  readonly label: string;
  readonly description?: string;
  readonly component: ModalField;
}

/** The old form of a labelled text input. */
export interface InputRow extends Component<Types["ActionRow"]> {
  readonly components: readonly TextInput[];
}

export type ModalComponent = Label | TextDisplay | InputRow;

/** A form that an application shows to a user. */
export interface Modal {
  readonly custom_id: string;
  readonly title: string;
  readonly components: readonly ModalComponent[];
}

export type AnyComponent = MessageComponent | Button | Select | Thumbnail | ModalComponent | ModalField;
