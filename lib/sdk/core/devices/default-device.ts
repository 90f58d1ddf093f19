/** The id that stands for "the system's default device". */
export const DEFAULT_DEVICE_ID = "default";
