/** Folders of the packages that Node runs. */
export function packages(): string[];

/** Writes the JavaScript of changed sources to `dist`, and removes that of removed ones. Returns the syntax errors. */
export function transpile(folders: string[]): Promise<string[]>;
