// Components as bots send them, each with as little as it needs.
import { ButtonStyle, ComponentType } from "sdkpp/wire";

/** A component as a sender writes it. */
export type Sent = Record<string, unknown>;

export const V2 = 1 << 15;

/** @param customId of its button */
export const button = (customId: string, more: Sent = {}): Sent => ({
  type: ComponentType.Button,
  style: ButtonStyle.Primary,
  label: "Press",
  custom_id: customId,
  ...more,
});

export const row = (...components: readonly unknown[]): Sent => ({
  type: ComponentType.ActionRow,
  components,
});

export const options = (count: number): { label: string; value: string }[] =>
  Array.from({ length: count }, (_, at) => ({ label: `Option ${String(at)}`, value: `v${String(at)}` }));

export const stringSelect = (customId: string, more: Sent = {}): Sent => ({
  type: ComponentType.StringSelect,
  custom_id: customId,
  options: options(3),
  ...more,
});

/** @param type of users, roles, both, or channels */
export const entitySelect = (type: number, customId: string, more: Sent = {}): Sent => ({
  type,
  custom_id: customId,
  ...more,
});

export const text = (content = "text", more: Sent = {}): Sent => ({
  type: ComponentType.TextDisplay,
  content,
  ...more,
});

export const thumbnail = (url: string, more: Sent = {}): Sent => ({
  type: ComponentType.Thumbnail,
  media: { url },
  ...more,
});

export const section = (accessory: unknown, ...components: readonly unknown[]): Sent => ({
  type: ComponentType.Section,
  components: components.length === 0 ? [text()] : components,
  accessory,
});

export const gallery = (...urls: readonly string[]): Sent => ({
  type: ComponentType.MediaGallery,
  items: urls.map((url) => ({ media: { url } })),
});

export const file = (name: string, more: Sent = {}): Sent => ({
  type: ComponentType.File,
  file: { url: `attachment://${name}` },
  ...more,
});

export const separator = (more: Sent = {}): Sent => ({ type: ComponentType.Separator, ...more });

export const container = (components: readonly unknown[], more: Sent = {}): Sent => ({
  type: ComponentType.Container,
  components,
  ...more,
});

export const label = (component: unknown, more: Sent = {}): Sent => ({
  type: ComponentType.Label,
  label: "Label",
  component,
  ...more,
});

export const textInput = (customId: string, more: Sent = {}): Sent => ({
  type: ComponentType.TextInput,
  custom_id: customId,
  style: 1,
  ...more,
});

export const fileUpload = (customId: string, more: Sent = {}): Sent => ({
  type: ComponentType.FileUpload,
  custom_id: customId,
  ...more,
});

export const radioGroup = (customId: string, more: Sent = {}): Sent => ({
  type: ComponentType.RadioGroup,
  custom_id: customId,
  options: options(2),
  ...more,
});

export const checkboxGroup = (customId: string, more: Sent = {}): Sent => ({
  type: ComponentType.CheckboxGroup,
  custom_id: customId,
  options: options(2),
  ...more,
});

export const checkbox = (customId: string, more: Sent = {}): Sent => ({
  type: ComponentType.Checkbox,
  custom_id: customId,
  ...more,
});

export const modal = (...components: readonly unknown[]): Sent => ({
  title: "Modal",
  custom_id: "modal",
  components,
});

/** An error tree as lines `path: CODE`, sorted. */
export function leavesOf(tree: unknown, path: readonly string[] = []): string[] {
  return Object.entries(tree ?? {})
    .flatMap(([name, value]) =>
      name === "_errors"
        ? (value as { code: string }[]).map(({ code }) => `${path.join(".")}: ${code}`)
        : leavesOf(value, [...path, name]),
    )
    .sort();
}
