import { Collection, type Store } from "../../../store/store.js";
import { pictureIndex, type Picture } from "../../records/picture/picture.js";

export interface PictureWorld {
  readonly pictures: Collection<Picture>;
}

export function pictureWorld(store: Store): PictureWorld {
  return {
    pictures: new Collection<Picture>(store, "picture", (one) => one.slot, pictureIndex),
  };
}
