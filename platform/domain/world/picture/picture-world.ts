import type { Collection } from "../../../store/store.js";
import type { Picture } from "../../records/picture/picture.js";

export interface PictureWorld {
  readonly pictures: Collection<Picture>;
}
