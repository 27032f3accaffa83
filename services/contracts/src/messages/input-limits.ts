export const TOO_LONG = 'This is too long';
export const SEARCH_TOO_LONG = 'This search is too long';
/** More than any single posting can mean; keeps sums far below the largest exact integer. */
export const MAX_CREDITS = 1_000_000_000;
