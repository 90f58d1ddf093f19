import { ComponentType } from "sdkpp/wire";
import type {
  AnyComponent,
  Button,
  Media,
  MessageComponent,
  Modal,
  ModalField,
  Select,
} from "./component.js";

const SCHEME = "attachment://";

/** Components inside others, in the order in which ids are given. */
function childrenOf(component: AnyComponent): readonly AnyComponent[] {
  switch (component.type) {
    case ComponentType.ActionRow:
    case ComponentType.Container:
      return component.components;
    case ComponentType.Section:
      return [...component.components, component.accessory];
    case ComponentType.Label:
      return [component.component];
    default:
      return [];
  }
}

/** All components of a message or modal: each before those that it contains. */
export function allComponents(top: readonly AnyComponent[]): AnyComponent[] {
  return top.flatMap((component) => [component, ...allComponents(childrenOf(component))]);
}

/** The button or select of a message that has this `custom_id`; undefined: none has. */
export function controlNamed(
  components: readonly MessageComponent[],
  customId: string,
): Button | Select | undefined {
  const found = allComponents(components).find((one) => "custom_id" in one && one.custom_id === customId);
  return found as Button | Select | undefined;
}

/** The fields of a modal, in its order. */
export function fieldsOf({ components }: Pick<Modal, "components">): ModalField[] {
  return allComponents(components).filter((one): one is ModalField => "custom_id" in one);
}

/** The text of a message's components, for the search of names in it; empty without text. */
export function textOf(components: readonly MessageComponent[]): string {
  return allComponents(components)
    .flatMap((one) => (one.type === ComponentType.TextDisplay ? one.content : []))
    .join("\n");
}

/** Pictures, videos and files that a message shows. */
export function mediaOf(components: readonly MessageComponent[]): Media[] {
  return allComponents(components).flatMap((one) => {
    switch (one.type) {
      case ComponentType.Thumbnail:
        return one.media;
      case ComponentType.MediaGallery:
        return one.items.map(({ media }) => media);
      case ComponentType.File:
        return one.file;
      default:
        return [];
    }
  });
}

/** The name of the message's file that is meant; undefined: the media is elsewhere. */
export function filenameOf({ url }: Pick<Media, "url">): string | undefined {
  return url.startsWith(SCHEME) ? url.slice(SCHEME.length) : undefined;
}

/** The components with ids: those without one (0) get the smallest that is free, in order. */
export function numbered<T extends AnyComponent>(top: readonly T[]): T[] {
  const taken = new Set(allComponents(top).map(({ id }) => id));
  let last = 0;
  const next = (): number => {
    do last += 1;
    while (taken.has(last));
    return last;
  };
  return withIds(top, (id) => (id === 0 ? next() : id));
}

/** The components with the ids that a function gives them, in order. */
export function withIds<T extends AnyComponent>(top: readonly T[], idOf: (id: number) => number): T[] {
  const numberedOne = <One extends AnyComponent>(one: One): One => {
    const own = { ...one, id: idOf(one.id) };
    switch (own.type) {
      case ComponentType.ActionRow:
      case ComponentType.Container:
        return { ...own, components: own.components.map(numberedOne) };
      case ComponentType.Section:
        return { ...own, components: own.components.map(numberedOne), accessory: numberedOne(own.accessory) };
      case ComponentType.Label:
        return { ...own, component: numberedOne(own.component) };
      default:
        return own;
    }
  };
  return top.map(numberedOne);
}
