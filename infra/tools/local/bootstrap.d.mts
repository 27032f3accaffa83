/** Installs the packages of a folder's package-lock.json, unless exactly those are installed, or exits with an error message. */
export function installPackages(folder: string): void;
