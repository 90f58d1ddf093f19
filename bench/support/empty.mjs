// The floor of an import.
export {};
