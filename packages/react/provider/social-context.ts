import { createContext } from "react";
import type { Social } from "@sdkpp/electron/renderer";

/** Whose state the hooks read. */
export const SocialContext = createContext<Social | undefined>(undefined);
